/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "ingest/mbox.h"

#include "ingest/ingest.h"
#include "ingest/separator.h"

#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

#define MAILS 9

/* ---- reading from memory -------------------------------------------------------- */

struct split {
	GPtrArray *mails; /* of GBytes */
	guint leads, refused, too_large;
	guint64 untold;
	guint64 tiled; /* bytes of all items, which must be all of the stream */
};

static void split_clear(struct split *split)
{
	g_ptr_array_unref(split->mails);
}

static struct stream *open_bytes(const char *bytes, gsize len)
{
	static const struct stream_limits limits = {G_MAXUINT64, 1e9};
	int fd = memfd_create("test", MFD_CLOEXEC);

	g_assert_cmpint(fd, >=, 0);
	for (gsize at = 0; at < len;) {
		ssize_t n = write(fd, bytes + at, len - at);
		g_assert_cmpint(n, >, 0);
		at += (gsize)n;
	}
	g_assert_cmpint(lseek(fd, 0, SEEK_SET), ==, 0);
	return stream_open(fd, &limits);
}

static struct split split_stream(struct stream *stream, gboolean whole)
{
	struct split split = {g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref)};
	struct mbox *mbox = mbox_new(stream, whole);
	struct mbox_item item;

	while (mbox_next(mbox, &item)) {
		if (item.kind != MBOX_REFUSED && item.kind != MBOX_UNTOLD)
			split.tiled += item.size;
		if (item.kind == MBOX_MAIL)
			g_ptr_array_add(split.mails, g_bytes_new(item.bytes.at, item.bytes.len));
		split.leads += item.kind == MBOX_LEAD;
		split.refused += item.kind == MBOX_REFUSED;
		split.untold += item.kind == MBOX_UNTOLD ? item.size : 0;
		split.too_large += item.kind == MBOX_TOO_LARGE;
	}
	g_assert_cmpint(stream_state(stream), ==, STREAM_END);
	mbox_free(mbox);
	stream_close(stream);
	return split;
}

static struct split split_bytes(const char *bytes, gsize len, gboolean whole)
{
	return split_stream(open_bytes(bytes, len), whole);
}

static struct split split_text(const char *text)
{
	return split_bytes(text, strlen(text), FALSE);
}

static void mail_is(const struct split *split, guint i, const char *want)
{
	gsize len;

	g_assert_cmpuint(split->mails->len, >, i);
	const char *bytes = g_bytes_get_data(g_ptr_array_index(split->mails, i), &len);
	g_autofree char *got = g_strndup(bytes, len);
	g_assert_cmpstr(got, ==, want);
}

/* ---- reading bit by bit ------------------------------------------------------------ */

struct bits {
	struct slice rest;
	gsize size; /* bytes at a time, after the first, which is ... */
	gsize first;
};

static gsize pull_bit(void *data, char *to, gsize room, struct stream_end *ret_end)
{
	struct bits *bits = data;
	gsize n = MIN(MIN(bits->first ? bits->first : bits->size, room), bits->rest.len);

	memcpy(to, bits->rest.at, n);
	bits->rest = slice_skip(bits->rest, n);
	bits->first = 0;
	*ret_end = (struct stream_end){STREAM_END, NULL};
	return n;
}

static void same_split(const struct split *a, const struct split *b)
{
	g_assert_cmpuint(a->mails->len, ==, b->mails->len);
	for (guint i = 0; i < a->mails->len; i++)
		g_assert_true(g_bytes_equal(a->mails->pdata[i], b->mails->pdata[i]));
	g_assert_cmpuint(a->leads, ==, b->leads);
	g_assert_cmpuint(a->refused, ==, b->refused);
	g_assert_cmpuint(a->tiled, ==, b->tiled);
}

/* The mailbox is the same, whatever the size of the blocks in which it comes. */
static void splits_alike(const char *bytes, gsize len, gsize size, gsize first)
{
	struct stream_meter meter = {.limits = {G_MAXUINT64, 1e9}};
	struct bits bits = {{bytes, len}, size, first};
	struct split whole = split_bytes(bytes, len, FALSE),
		     parts = split_stream(stream_open_layer(pull_bit, &bits, &meter), FALSE);

	same_split(&whole, &parts);
	split_clear(&whole);
	split_clear(&parts);
}

/* ---- separators ------------------------------------------------------------------ */

static void test_separators(void)
{
	static const struct {
		const char *line;
		enum separator kind;
	} lines[] = {
		{"From user@example.org Tue Jan  2 07:31:00 2024", SEPARATOR_MAIL},
		{"From user@example.org Tue Jan  2 07:31:00 2024\r", SEPARATOR_MAIL},
		{"From user@example.org  Tue Jan 2 07:31:00 2024 +0800", SEPARATOR_MAIL},
		{"From - Tue Jan 02 07:31:00 UTC 2024", SEPARATOR_MAIL},
		{"From user at example.org  Tue Jan  2 07:31:00 2024", SEPARATOR_MAIL},
		{"From mboxrd@z Thu Jan  1 00:00:00 1970", SEPARATOR_MAIL},
		{"From MAILER-DAEMON Tue Jan  2 07:31 2024", SEPARATOR_MAIL},
		{"From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001",
			SEPARATOR_PATCH},
		{"From the table below, nothing is better", SEPARATOR_NONE},
		{"From here on Tue it took 07:31:00", SEPARATOR_NONE},
		{"From user@example.org Tue Jan  2 07:31:00 2024 it rained", SEPARATOR_NONE},
		{"From a long way off we saw on Tue Jan  2 07:31:00 2024", SEPARATOR_NONE},
		{"From user@example.org Xue Jan  2 07:31:00 2024", SEPARATOR_NONE},
		{"From user@example.org Tue Jan  2 07:31:00 3024", SEPARATOR_NONE},
		{"From: user@example.org", SEPARATOR_NONE},
		{"From ", SEPARATOR_NONE},
		{">From user@example.org Tue Jan  2 07:31:00 2024", SEPARATOR_NONE},
	};

	for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
		struct slice line = slice_of(lines[i].line);
		g_assert_cmpint(separator_judge(line, SLICE_LIT("Date: x")), ==, lines[i].kind);
		g_assert_cmpint(
			separator_judge(line, SLICE_LIT("a sentence: x")), ==, SEPARATOR_NONE);
		g_assert_cmpint(separator_judge(line, SLICE_LIT("")), ==, SEPARATOR_NONE);
	}
}

/* ---- forms -------------------------------------------------------------------------- */

#define SEP "From user@example.org Tue Jan  2 07:31:00 2024\n"

static void test_plain_mailbox(void)
{
	struct split split = split_text(SEP "Subject: a\n\nfirst\n\n" SEP "Subject: b\n\nlast\n\n");

	g_assert_cmpuint(split.mails->len, ==, 2);
	mail_is(&split, 0, "Subject: a\n\nfirst\n");
	mail_is(&split, 1, "Subject: b\n\nlast\n");
	split_clear(&split);
}

static void test_survives(void)
{
	/* No blank line before a separator, no newline at the end. */
	struct split split = split_text(SEP "Subject: a\n\nfirst\n" SEP "Subject: b\n\nlast");
	mail_is(&split, 0, "Subject: a\n\nfirst\n");
	mail_is(&split, 1, "Subject: b\n\nlast");
	split_clear(&split);

	split = split_text(
		"From u@example.org Tue Jan  2 07:31:00 2024\r\nA: a\r\n\r\nfirst\r\n\r\n"
		"From u@example.org Tue Jan  2 07:31:00 2024\r\nA: b\r\n\r\nlast\r\n");
	mail_is(&split, 0, "A: a\r\n\r\nfirst\r\n");
	mail_is(&split, 1, "A: b\r\n\r\nlast\r\n");
	split_clear(&split);

	static const char nul[] = SEP "A: a\n\nx\0y\n\n" SEP "A: b\n\n\0\n";
	split = split_bytes(nul, sizeof nul - 1, FALSE);
	g_assert_cmpuint(split.mails->len, ==, 2);
	g_assert_cmpuint(g_bytes_get_size(g_ptr_array_index(split.mails, 0)), ==, 10);
	split_clear(&split);
}

static void test_single_message(void)
{
	struct split split = split_text("\n\nSubject: a\n\nbody\n\n");
	mail_is(&split, 0, "Subject: a\n\nbody\n\n");
	split_clear(&split);

	/* A maildir's file is one message whatever stands in it. */
	static const char text[] = "Subject: a\n\nsee\n\n" SEP "Subject: b\n\nbelow\n";
	split = split_bytes(text, sizeof text - 1, TRUE);
	g_assert_cmpuint(split.mails->len, ==, 1);
	mail_is(&split, 0, text);
	split_clear(&split);
}

static void test_lead(void)
{
	/* A first separator whose word is damaged still parts. */
	struct split split = split_text(
		"Fr\x01m"
		"u@example.org Tue Jan  2 07:31:00 2024\nA: a\n\nx\n\n" SEP "A: b\n\ny\n");
	g_assert_cmpuint(split.leads, ==, 0);
	mail_is(&split, 0, "A: a\n\nx\n");
	mail_is(&split, 1, "A: b\n\ny\n");
	split_clear(&split);

	split = split_text("the tail of a mail\n\n" SEP "A: b\n\ny\n");
	g_assert_cmpuint(split.leads, ==, 1);
	mail_is(&split, 0, "A: b\n\ny\n");
	split_clear(&split);

	split = split_text("just text\n");
	g_assert_cmpuint(split.leads, ==, 1);
	g_assert_cmpuint(split.mails->len, ==, 0);
	split_clear(&split);
}

static void test_refused(void)
{
	struct split split = split_text(SEP "A: a\n\nFrom here on\nFrom there: x\n\n" SEP
					    "no header\n\n" SEP "A: b\n\ny\n");
	g_assert_cmpuint(split.mails->len, ==, 2);
	g_assert_cmpuint(split.refused, ==, 3);
	split_clear(&split);

	g_autoptr(GString) many = g_string_new(SEP "A: a\n\n");
	for (int i = 0; i < 5000; i++)
		g_string_append(many, "From \n");
	split = split_bytes(many->str, many->len, FALSE);
	g_assert_cmpuint(split.refused, ==, MBOX_REFUSED_MAX);
	g_assert_cmpuint(split.untold, ==, 5000 - MBOX_REFUSED_MAX);
	g_assert_cmpuint(split.mails->len, ==, 1);
	split_clear(&split);
}

#define PATCH "From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\n"

static void test_patch_heads(void)
{
	struct split split = split_text(SEP "A: a\n\n" PATCH "From: x\n\n" SEP "A: b\n\ny\n");
	g_assert_cmpuint(split.mails->len, ==, 2);
	g_assert_cmpuint(split.refused, ==, 1);
	split_clear(&split);

	split = split_text(PATCH "From: x\n\na\n\n" PATCH "From: x\n\nb\n");
	g_assert_cmpuint(split.mails->len, ==, 2);
	split_clear(&split);
}

static void test_unescape(void)
{
	struct split split = split_text("From mboxrd@z Thu Jan  1 00:00:00 1970\nA: a\n\n>From x\n"
					">>From y\n> From z\n>Fromage\n\n" SEP "A: b\n\n>From x\n");
	mail_is(&split, 0, "A: a\n\nFrom x\n>From y\n> From z\n>Fromage\n");
	mail_is(&split, 1, "A: b\n\n>From x\n");
	split_clear(&split);
}

/* ---- sizes ------------------------------------------------------------------------ */

static void append_filler(GString *out, gsize len)
{
	gsize from = out->len;

	g_string_set_size(out, from + len);
	memset(out->str + from, 'x', len);
	g_string_append_c(out, '\n');
}

static void test_large_mails(void)
{
	g_autoptr(GString) box = g_string_new(NULL);
	static const gsize sizes[] = {
		64 << 10, (1 << 20) - 60, 1 << 20, (1 << 20) + 1, 5 << 20, 10};

	for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
		g_string_append_printf(box, SEP "Subject: %u\n\n", i);
		append_filler(box, sizes[i]);
		g_string_append_c(box, '\n');
	}
	struct split split = split_bytes(box->str, box->len, FALSE);
	g_assert_cmpuint(split.mails->len, ==, G_N_ELEMENTS(sizes));
	for (guint i = 0; i < G_N_ELEMENTS(sizes); i++)
		g_assert_cmpuint(g_bytes_get_size(g_ptr_array_index(split.mails, i)), ==,
			strlen("Subject: 0\n\n") + sizes[i] + 1);
	g_assert_cmpuint(split.tiled, ==, box->len);
	split_clear(&split);
}

static void test_too_large(void)
{
	g_autoptr(GString) box = g_string_new(SEP "A: a\n\nx\n\n" SEP "A: big\n\n");

	append_filler(box, INGEST_MAIL_MAX + (4 << 20));
	g_string_append(box, "\n" SEP "A: b\n\ny\n");
	struct split split = split_bytes(box->str, box->len, FALSE);
	g_assert_cmpuint(split.too_large, ==, 1);
	g_assert_cmpuint(split.tiled, ==, box->len);
	mail_is(&split, 0, "A: a\n\nx\n");
	mail_is(&split, 1, "A: b\n\ny\n");
	split_clear(&split);
}

/* ---- damage ------------------------------------------------------------------------ */

static void append_body(GString *out)
{
	static const char *const lines[] = {"     14321 ± 2%     -11.6%      12665  vm.x\n", "\n",
		"From the table below\n", ">From a quotation\n", "> quoted\r\n", "Field: value\n",
		"--\n", "Fro", "m \n", "From x@example.org Tue Jan\n"};

	for (int n = g_test_rand_int_range(0, 9); n > 0; n--)
		g_string_append(out, lines[g_test_rand_int_range(0, G_N_ELEMENTS(lines))]);
	g_string_append(out, "end\n\n");
}

static GString *make_mailbox(void)
{
	GString *box = g_string_new(NULL);

	for (int i = 0; i < MAILS; i++) {
		g_string_append_printf(box,
			"From user%d@example.org Tue Jan  2 07:31:%02d 2024\n"
			"Message-ID: <%d@example.org>\nSubject: %d\n\n",
			i, i, i, i);
		append_body(box);
	}
	return box;
}

/* Blank lines at the start belong to no document. */
static gsize blank_lead(const char *bytes, gsize len)
{
	gsize n = 0;

	while (n < len && (bytes[n] == '\n' || bytes[n] == '\r'))
		n++;
	return n;
}

/* All but two mails that lie beside each other come out byte-equal, and every byte counts. */
static void holds_but_two(const struct split *sound, const char *bytes, gsize len, guint lost)
{
	struct split split = split_bytes(bytes, len, FALSE);
	guint head = 0, tail = 0;
	guint most = MIN(split.mails->len, sound->mails->len);

	while (head < most && g_bytes_equal(g_ptr_array_index(sound->mails, head),
				      g_ptr_array_index(split.mails, head)))
		head++;
	while (tail < most - head &&
		g_bytes_equal(g_ptr_array_index(sound->mails, sound->mails->len - 1 - tail),
			g_ptr_array_index(split.mails, split.mails->len - 1 - tail)))
		tail++;
	g_assert_cmpuint(head + tail + 2 + lost, >=, sound->mails->len);
	g_assert_cmpuint(split.tiled + blank_lead(bytes, len), ==, len);
	split_clear(&split);
}

static void test_flips(void)
{
	static const char values[] = {'\n', '\0', 'F', ':', ' ', '>'};

	for (int round = 0; round < 3; round++) {
		g_autoptr(GString) box = make_mailbox();
		struct split sound = split_bytes(box->str, box->len, FALSE);

		g_assert_cmpuint(sound.mails->len, ==, MAILS);
		for (gsize at = 0; at < box->len; at++) {
			char was = box->str[at];
			box->str[at] = values[g_test_rand_int_range(0, sizeof values)];
			holds_but_two(&sound, box->str, box->len, 0);
			box->str[at] = (char)(was ^ (1 << g_test_rand_int_range(0, 8)));
			holds_but_two(&sound, box->str, box->len, 0);
			box->str[at] = was;
		}
		split_clear(&sound);
	}
}

/* How many mails begin behind that byte. */
static guint begun_behind(const struct split *sound, const GString *box, gsize at)
{
	guint count = 0;

	for (guint i = 0; i < sound->mails->len; i++) {
		g_autofree char *mark = g_strdup_printf("From user%u@", i);
		count += (gsize)(strstr(box->str, mark) - box->str) >= at;
	}
	return count;
}

/* Behind what is peeked at, a block ends at each byte of some mails and their separators. */
static void test_blocks(void)
{
	g_autoptr(GString) mailbox = g_string_new(NULL);

	for (guint i = 0; i < 60; i++) {
		g_string_append_printf(mailbox, SEP "Subject: %u\n\n>From\nFrom here\n", i);
		append_body(mailbox);
	}
	for (gsize first = 1; first < 700; first++)
		splits_alike(mailbox->str, mailbox->len, mailbox->len,
			STREAM_PEEK - MIN(first, 350) + first);
	for (gsize size = 1; size < mailbox->len; size += 1 + size / 3)
		splits_alike(mailbox->str, mailbox->len, size, 0);
}

/* Unpacked ahead, with mails that are larger than blocks. */
static void test_packed(void)
{
	g_autoptr(GString) mailbox = g_string_new(NULL);

	for (guint i = 0; mailbox->len < (7 << 20); i++) {
		g_string_append_printf(mailbox,
			"From mboxrd@z Thu Jan  1 00:00:00 1970\nSubject: %u\n\n>From here\n", i);
		append_filler(mailbox, (gsize)g_test_rand_int_range(1, 1 << 13));
		if (i % 100 == 99)
			append_filler(mailbox, (gsize)g_test_rand_int_range(1, 1 << 20));
		g_string_append_c(mailbox, '\n');
	}
	gsize bound = ZSTD_compressBound(mailbox->len);
	g_autofree char *packed = g_malloc(bound);
	gsize len = ZSTD_compress(packed, bound, mailbox->str, mailbox->len, 1);
	g_assert_false(ZSTD_isError(len));

	struct split plain = split_bytes(mailbox->str, mailbox->len, FALSE),
		     unpacked = split_bytes(packed, len, FALSE);
	g_assert_cmpuint(plain.mails->len, >, 500);
	same_split(&plain, &unpacked);
	split_clear(&plain);
	split_clear(&unpacked);
}

static void test_chops(void)
{
	g_autoptr(GString) box = make_mailbox();
	struct split sound = split_bytes(box->str, box->len, FALSE);

	for (gsize at = 0; at < box->len; at++) {
		guint behind = begun_behind(&sound, box, at);

		holds_but_two(&sound, box->str, at, behind);
		/* The head cut off instead. */
		holds_but_two(&sound, box->str + at, box->len - at, MAILS - behind);
	}
	split_clear(&sound);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/mbox/separators", test_separators);
	g_test_add_func("/mbox/plain", test_plain_mailbox);
	g_test_add_func("/mbox/survives", test_survives);
	g_test_add_func("/mbox/single-message", test_single_message);
	g_test_add_func("/mbox/lead", test_lead);
	g_test_add_func("/mbox/refused", test_refused);
	g_test_add_func("/mbox/patch-heads", test_patch_heads);
	g_test_add_func("/mbox/unescape", test_unescape);
	g_test_add_func("/mbox/large-mails", test_large_mails);
	g_test_add_func("/mbox/too-large", test_too_large);
	g_test_add_func("/mbox/flips", test_flips);
	g_test_add_func("/mbox/chops", test_chops);
	g_test_add_func("/mbox/blocks", test_blocks);
	g_test_add_func("/mbox/packed", test_packed);
	return g_test_run();
}
