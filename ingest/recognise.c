/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/recognise.h"

#include "ingest/codec.h"
#include "ingest/dump.h"
#include "ingest/separator.h"

/* A bid is the number of bits that were checked, as libarchive has it. */
typedef int (*bid_fn)(struct slice head);

static int bid_magic(struct slice head, gsize offset, const char *magic, gsize len)
{
	if (head.len < offset + len || memcmp(head.at + offset, magic, len) != 0)
		return 0;
	return (int)len * 8;
}

#define BID_MAGIC(name, offset, magic)                                                             \
	static int bid_##name(struct slice head)                                                   \
	{                                                                                          \
		return bid_magic(head, offset, magic, sizeof(magic) - 1);                          \
	}

BID_MAGIC(zip, 0, "PK\3\4")
BID_MAGIC(empty_zip, 0, "PK\5\6")
BID_MAGIC(seven_zip, 0, "7z\xbc\xaf\x27\x1c")
BID_MAGIC(rar, 0, "Rar!\x1a\x07")
BID_MAGIC(cpio_new, 0, "070701")
BID_MAGIC(cpio_crc, 0, "070702")
BID_MAGIC(cpio_old, 0, "070707")
BID_MAGIC(lz4, 0, "\x04\x22\x4d\x18")
BID_MAGIC(compress, 0, "\x1f\x9d")
BID_MAGIC(lzip, 0, "LZIP")
BID_MAGIC(bundle2, 0, "# v2 git bundle\n")
BID_MAGIC(bundle3, 0, "# v3 git bundle\n")
BID_MAGIC(sqlite, 0, "SQLite format 3")
BID_MAGIC(pdf, 0, "%PDF-")
BID_MAGIC(png, 0, "\x89PNG\r\n")
BID_MAGIC(elf, 0,
	"\x7f"
	"ELF")

/*
 * The checksum of a tar's first header: six octal digits, the sum of all bytes with
 * the checksum taken as blanks.  Tars of before 1988 have no magic number.
 */
static int bid_tar(struct slice head)
{
	enum { SUM_AT = 148, SUM_LEN = 8, HEADER = 512 };
	guint sum = 0, stated = 0, digits = 0;

	if (head.len < HEADER)
		return 0;
	for (guint i = 0; i < HEADER; i++)
		sum += i >= SUM_AT && i < SUM_AT + SUM_LEN ? ' ' : (guchar)head.at[i];
	for (guint i = SUM_AT; i < SUM_AT + SUM_LEN; i++) {
		char c = head.at[i];
		if (c >= '0' && c <= '7') {
			stated = stated * 8 + (guint)(c - '0');
			digits++;
		}
	}
	return digits && stated == sum ? 64 : 0;
}

static int bid_packed_twice(struct slice head)
{
	return codec_recognise(head) ? 32 : 0;
}

static int bid_html(struct slice head)
{
	static const char *const starts[] = {"<!doctype html", "<html", "<?xml"};

	head = slice_trim(head);
	for (guint i = 0; i < G_N_ELEMENTS(starts); i++) {
		gsize len = strlen(starts[i]);
		if (head.len >= len && !g_ascii_strncasecmp(head.at, starts[i], len))
			return (int)len * 8;
	}
	return 0;
}

BID_MAGIC(utf8_mark, 0, "\xef\xbb\xbf")

/* With its mark, or ASCII without one: every second byte is zero. */
static int bid_utf16(struct slice head)
{
	enum { LOOKED_AT = 64 };
	gsize zeros[2] = {0, 0};

	if (slice_starts(head, "\xff\xfe") || slice_starts(head, "\xfe\xff"))
		return 16;
	if (head.len < LOOKED_AT)
		return 0;
	for (gsize i = 0; i < LOOKED_AT; i++)
		zeros[i % 2] += !head.at[i];
	return zeros[0] + zeros[1] == LOOKED_AT / 2 && (!zeros[0] || !zeros[1]) ? LOOKED_AT : 0;
}

/* Lines of old Macs, or of a program that lost the other half of CRLF. */
static int bid_cr(struct slice head)
{
	enum { LINES_MIN = 2, BID = 24 }; /* above a message, below any magic number */
	gsize lines = 0;

	for (gsize i = 0; i < head.len; i++) {
		if (head.at[i] == '\n' || !head.at[i])
			return 0;
		lines += head.at[i] == '\r';
	}
	return lines >= LINES_MIN ? BID : 0;
}

/* ---- mail ------------------------------------------------------------------------- */

/* The first line that is not blank, and the one below it. */
static void first_lines(struct slice head, struct slice *ret_line, struct slice *ret_below)
{
	*ret_line = *ret_below = SLICE_LIT("");
	while (slice_next_line(&head, ret_line))
		if (slice_trim(*ret_line).len)
			break;
	slice_next_line(&head, ret_below);
}

static int bid_mailbox(struct slice head)
{
	struct slice line, below;

	first_lines(head, &line, &below);
	return separator_judge(line, below) == SEPARATOR_NONE ? 0 : 200;
}

/* A header; less than any magic number, since a tar begins with a name that may hold a colon. */
static int bid_message(struct slice head)
{
	struct slice line, below;

	first_lines(head, &line, &below);
	return separator_is_field(line) ? 12 : 0;
}

/* Nothing known: it is searched for separators to its end. */
static int bid_text(struct slice head)
{
	return head.len ? 1 : 0;
}

static const struct {
	const char *name;
	enum form form;
	bid_fn bid;
} forms[] = {
	{"a mailbox", FORM_MAIL, bid_mailbox},
	{"a message", FORM_MAIL, bid_message},
	{"a tar archive", FORM_ARCHIVE, bid_tar},
	{"a cpio archive", FORM_ARCHIVE, bid_cpio_new},
	{"a cpio archive", FORM_ARCHIVE, bid_cpio_crc},
	{"a cpio archive", FORM_ARCHIVE, bid_cpio_old},
	{"a zip archive", FORM_ARCHIVE, bid_zip},
	{"a zip archive", FORM_ARCHIVE, bid_empty_zip},
	{"a 7z archive", FORM_ARCHIVE, bid_seven_zip},
	{"a rar archive", FORM_FOREIGN, bid_rar},
	{"an lz4 file", FORM_FOREIGN, bid_lz4},
	{"an lzip file", FORM_FOREIGN, bid_lzip},
	{"a file of compress", FORM_FOREIGN, bid_compress},
	{"a file compressed twice", FORM_PACKED, bid_packed_twice},
	{"a git bundle", FORM_FOREIGN, bid_bundle2},
	{"a git bundle", FORM_FOREIGN, bid_bundle3},
	{"an SQLite database", FORM_FOREIGN, bid_sqlite},
	{"a PDF document", FORM_FOREIGN, bid_pdf},
	{"a PNG image", FORM_FOREIGN, bid_png},
	{"a program", FORM_FOREIGN, bid_elf},
	{"a web page", FORM_PAGE, bid_html},
	{"a thread as text", FORM_DUMP, dump_bid},
	{"text with a byte order mark", FORM_MARKED, bid_utf8_mark},
	{"text in UTF-16", FORM_UTF16, bid_utf16},
	{"text with CR as line ends", FORM_CR, bid_cr},
	{"text", FORM_MAIL, bid_text},
};

enum form recognise(struct slice head, const char **ret_name)
{
	enum form best = FORM_EMPTY;
	int highest = 0;

	*ret_name = "empty";
	head.len = MIN(head.len, RECOGNISE_BYTES);
	for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
		int bid = forms[i].bid(head);
		if (bid <= highest)
			continue;
		highest = bid;
		best = forms[i].form;
		*ret_name = forms[i].name;
	}
	return best;
}
