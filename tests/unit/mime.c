/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/mime.h"

#include "ingest/date.h"
#include "ingest/header.h"
#include "ingest/caps.h"
#include "parse/thread_ids.h"

static guint told[DIAG_COUNT];

static void count(const struct diag *d, void *data)
{
	(void)data;
	g_assert_nonnull(d->detail);
	told[d->id]++;
}

static struct mail *read_slice(struct slice raw)
{
	static const struct origin origin = {"test", 7, NULL, 0, 0};
	struct diag_sink sink = {count, NULL};

	memset(told, 0, sizeof told);
	/* A copy of the very size, gone after the call: reading beyond shows under a checker. */
	g_autofree char *copy = g_memdup2(raw.at, raw.len);
	return mime_read((struct slice){copy, raw.len}, &origin, &sink);
}

static struct mail *read_text(const char *raw)
{
	return read_slice(slice_of(raw));
}

static guint told_in_all(void)
{
	guint sum = 0;

	for (int id = 0; id < DIAG_COUNT; id++)
		sum += told[id];
	return sum;
}

static const struct mail_part *part_of(const struct mail *mail, guint number)
{
	g_assert_cmpuint(mail->parts->len, >=, number);
	const struct mail_part *part = g_ptr_array_index(mail->parts, number - 1);
	g_assert_cmpuint(part->number, ==, number);
	return part;
}

static void part_is(const struct mail *mail, guint number, const char *want)
{
	g_autofree char *bytes = slice_dup(part_of(mail, number)->bytes);

	g_assert_cmpstr(bytes, ==, want);
}

#define DATED "Date: Tue, 2 Jan 2024 15:31:00 +0800\nMessage-ID: <a@example.org>\n"

/* ---- header fields ------------------------------------------------------------- */

static void test_plain(void)
{
	struct mail *mail = read_text("From: kernel test robot <Robot@Example.ORG>\n" DATED
				      "Subject: [mm]  aaa: \n vm.x  -1% regression\n"
				      "List-Id: Linux MM <Linux-MM.example.org>\n"
				      "In-Reply-To: Your message of \"x\" <b@example.org>\n"
				      "References: <r@example.org>\n\t<b@example.org>\n"
				      "\nline 1\nline 2\n");

	g_assert_cmpstr(mail->message_id, ==, "a@example.org");
	g_assert_false(mail->synthetic_id);
	g_assert_cmpint(mail->date, ==, 1704180660);
	g_assert_cmpstr(mail->from_name, ==, "kernel test robot");
	g_assert_cmpstr(mail->from_address, ==, "robot@example.org");
	g_assert_cmpstr(mail->subject, ==, "[mm]  aaa:  vm.x  -1% regression");
	g_assert_cmpstr(mail->list, ==, "linux-mm.example.org");
	g_assert_cmpstr(mail->in_reply_to, ==, "b@example.org");
	g_assert_cmpuint(mail->references->len, ==, 2);
	g_assert_cmpstr(g_ptr_array_index(mail->references, 0), ==, "r@example.org");
	g_assert_cmpuint(mail->parts->len, ==, 1);
	g_assert_cmpstr(part_of(mail, 1)->type, ==, "text/plain");
	g_assert_cmpint(mail->origin.offset, ==, 7);
	part_is(mail, 1, "line 1\nline 2\n");
	g_assert_cmpuint(told_in_all(), ==, 0);
	mail_free(mail);
}

static void test_recipients(void)
{
	static const char *const want[][2] = {{"Patch Author", "author@example.org"},
		{"", "list@example.org"}, {"Zoë", "zoe@example.org"}};
	struct mail *mail = read_text(
		"From: a@example.org\n" DATED "To: Patch Author <Author@Example.org>, nobody\n"
		"Cc: some people: list@example.org,\n"
		"\t=?utf-8?q?Zo=C3=AB?= <zoe@example.org>;\n\nx\n");

	g_assert_cmpuint(mail->recipients->len, ==, G_N_ELEMENTS(want));
	for (guint i = 0; i < G_N_ELEMENTS(want); i++) {
		const struct mail_person *person = g_ptr_array_index(mail->recipients, i);

		g_assert_cmpstr(person->name, ==, want[i][0]);
		g_assert_cmpstr(person->address, ==, want[i][1]);
	}
	mail_free(mail);
}

/* The first is the last server's. */
static void test_received(void)
{
	static const struct {
		const char *fields;
		gint64 received;
	} cases[] = {
		{"Received: from a (b; c) by d;\n\tTue, 2 Jan 2024 15:31:00 +0800\n"
		 "Received: by e; Fri, 1 Jan 2099 00:00:00 +0000\n",
			1704180660},
		{"Received: by d\n", DATE_UNKNOWN},
		{"Received: by d; soon\n", DATE_UNKNOWN},
		{"", DATE_UNKNOWN},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *text =
			g_strconcat(cases[i].fields, "From: a@example.org\n" DATED "\nx\n", NULL);
		struct mail *mail = read_text(text);

		g_assert_cmpint(mail->received, ==, cases[i].received);
		mail_free(mail);
	}
}

static void test_crlf(void)
{
	struct mail *mail =
		read_text("Message-Id:\r\n <a@\r\n example.org>\r\nDate: Tue, 2 Jan 2024 "
			  "15:31:00 +0800\r\n\r\na\r\nb\rc\r\n");

	g_assert_cmpstr(mail->message_id, ==, "a@example.org");
	part_is(mail, 1, "a\nb\rc\n");
	g_assert_cmpuint(part_of(mail, 1)->size, ==, 8);
	g_assert_cmpuint(told_in_all(), ==, 0);
	mail_free(mail);
}

/* Of parts whose lines end in CR alone, too; a CR amid other lines is left. */
static void test_cr(void)
{
	struct mail *mail = read_text("Message-Id: <a@example.org>\n"
				      "Date: Tue, 2 Jan 2024 15:31:00 +0800\n"
				      "Content-Transfer-Encoding: base64\n\nYQ1iDWMN\n");

	part_is(mail, 1, "a\nb\nc\n");
	g_assert_cmpuint(told_in_all(), ==, 0);
	mail_free(mail);
}

static void test_ids(void)
{
	static const struct {
		const char *raw, *id;
	} cases[] = {
		{" <a@b>", "a@b"},
		{" <a@\n\tb> (added by a relay)", "a@b"},
		{" a@b\n", "a@b"},
		{" <a@b <c@d>", "c@d"},
		{" <>", NULL},
		{" <> <c@d>", "c@d"},
		{" <unclosed", NULL},
		{" two words", NULL},
		{"", NULL},
		{" <caf\xe9@b>", "café@b"},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *id = header_id(cases[i].raw);
		g_assert_cmpstr(id, ==, cases[i].id);
	}
	g_autofree char *longest = g_strnfill(THREAD_ID_MAX + 1, 'x');
	g_autofree char *none = header_id(longest);
	g_assert_null(none);
}

static void test_header_text(void)
{
	static const struct {
		const char *raw, *text;
	} cases[] = {
		{" =?UTF-8?q?a=C2=B1?=\n =?utf-8?B?YmI=?= c", "a±bb c"},
		{" caf\xe9 \xc2\xb1", "café ±"},
		{" a\n\tb", "a b"},
		{" =?iso-8859-1?q?=B1?=", "±"},
		{" =?broken", "=?broken"},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *text = header_text(cases[i].raw);
		g_assert_cmpstr(text, ==, cases[i].text);
	}
}

static void test_mailboxes(void)
{
	static const struct {
		const char *raw, *name, *address;
		gboolean hidden;
	} cases[] = {
		{" =?utf-8?q?R=C3=B6bot?= <A@b.org>", "Röbot", "a@b.org"},
		{" \"Last, First\" <a@b.org>", "Last, First", "a@b.org"},
		{" a@b.org", "", "a@b.org"},
		{" R\xf6"
		 "bot\n <a@b.org>",
			"Röbot", "a@b.org"},
		{" team: One <a@b.org>, c@d.org;", "One", "a@b.org"},
		{" One [two] three <A@b.org>", "One [two] three", "a@b.org"},
		{" One; two <a@b.org>", "One; two", "a@b.org"},
		{" robot \033]0;x\a <a@b.org>", "robot \033]0;x\a", "a@b.org"},
		{" One [two <no address>", "One [two <no address>", NULL},
		{" lkp at intel.com (kernel test robot)", "kernel test robot", "lkp@intel.com",
			TRUE},
		{" kernel test robot <lkp () intel ! com>", "kernel test robot", "lkp@intel.com",
			TRUE},
		{" kernel test robot <lkp(a)intel.com>", "kernel test robot", "lkp@intel.com",
			TRUE},
		{" Robot at Work <lkp@intel.com>", "Robot at Work", "lkp@intel.com"},
		{" kernel test robot <[email protected]>", "kernel test robot", NULL, TRUE},
		{" kernel test robot <lkp@xxxxxxxxx>", "kernel test robot", "lkp@xxxxxxxxx", TRUE},
		{" kernel test robot <lkp@...el.com>", "kernel test robot", "lkp@...el.com", TRUE},
		{"", "", NULL},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct origin origin = {"test", 0, NULL, 0, 0};
		struct mail *mail = mail_new(&origin);

		header_author(cases[i].raw, mail);
		g_assert_cmpstr(mail->from_name, ==, cases[i].name);
		g_assert_cmpstr(mail->from_address, ==, cases[i].address);
		g_assert_cmpint(mail->from_hidden, ==, cases[i].hidden);
		mail_free(mail);
	}
}

static void test_dates(void)
{
	static const struct {
		const char *text;
		gint64 date;
		enum date_oddity oddity;
	} cases[] = {
		{"Tue, 2 Jan 2024 15:31:00 +0800", 1704180660, DATE_SOUND},
		{"2 Jan 24 15:31 +0800 (CST)", 1704180660, DATE_SOUND},
		{"Tue, 2 Jan 2024 07:31:00", 1704180660, DATE_SOUND},
		{"Tue Jan  2 07:31:00 2024", 1704180660, DATE_SOUND},
		{"Tue, 2 Jan 2024 21:31:00 +1400", 1704180660, DATE_SOUND},
		{"Tue, 2 Jan 2024 07:31:00 +9900", 1704180660, DATE_BAD_ZONE},
		{"Tue, 2 Jan 2024 07:31:00 -0061", 1704180660, DATE_BAD_ZONE},
		{"Mon, 1 Jan 1970 00:00:00 +0000", DATE_UNKNOWN, DATE_IMPLAUSIBLE},
		{"Mon, 1 Jan 2999 00:00:00 +0000", DATE_UNKNOWN, DATE_IMPLAUSIBLE},
		{"yesterday", DATE_UNKNOWN, DATE_UNREADABLE},
		{"Tue, 45 Foo 2024 99:99:99 +0000", DATE_UNKNOWN, DATE_UNREADABLE},
		{" \t", DATE_UNKNOWN, DATE_MISSING},
		{NULL, DATE_UNKNOWN, DATE_MISSING},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		enum date_oddity oddity;
		g_assert_cmpint(date_read(cases[i].text, &oddity), ==, cases[i].date);
		g_assert_cmpint(oddity, ==, cases[i].oddity);
	}
}

static void test_synthetic_id(void)
{
	struct mail *one = read_text("Subject: x\n\na\xc2\xb1\n");
	g_assert_true(one->synthetic_id);
	g_assert_cmpuint(strlen(one->message_id), ==, strlen("sha256:") + 16);
	g_assert_cmpuint(told[DIAG_MESSAGE_ID_MISSING], ==, 1);
	g_assert_cmpuint(told[DIAG_BAD_DATE], ==, 1);

	/* Of the repaired text: another way there is the same mail. */
	struct mail *two =
		read_text("Subject: x\r\nContent-Type: text/plain; charset=iso-8859-1\r\n"
			  "Content-Transfer-Encoding: quoted-printable\r\n\r\na=B1\r\n");
	struct mail *other = read_text("Subject: x\n\nb\n");
	struct mail *empty = read_text("Subject: x\n\n"), *bare = read_text("Subject: y\n\n");
	g_assert_cmpstr(one->message_id, ==, two->message_id);
	g_assert_cmpstr(one->message_id, !=, other->message_id);
	g_assert_cmpstr(empty->message_id, !=, bare->message_id);
	mail_free(one);
	mail_free(two);
	mail_free(other);
	mail_free(empty);
	mail_free(bare);
}

static void test_broken_headers(void)
{
	struct mail *mail = read_text("From x@example.org Tue Jan  2 07:31:00 2024\n" DATED
				      ">From y@example.org Tue Jan  2 07:31:00 2024\n"
				      "Subject: kept\nno blank line before the text\n\nmore\n");
	g_assert_cmpstr(mail->subject, ==, "kept");
	part_is(mail, 1, "no blank line before the text\n\nmore\n");
	mail_free(mail);

	mail = read_text("no header\n\nat all\n");
	part_is(mail, 1, "no header\n\nat all\n");
	g_assert_null(mail->from_name);
	mail_free(mail);

	mail = read_slice(SLICE_LIT("Subject: a\0b\n" DATED "\nx\0y\n"));
	g_assert_cmpstr(mail->subject, ==, "a b");
	g_assert_true(slice_equal(part_of(mail, 1)->bytes, SLICE_LIT("x\0y\n")));
	mail_free(mail);

	mail = read_slice(SLICE_LIT(""));
	g_assert_cmpuint(mail->parts->len, ==, 0);
	mail_free(mail);

	mail = read_text("Subject: only a header");
	g_assert_cmpstr(mail->subject, ==, "only a header");
	mail_free(mail);
}

/* ---- parts ---------------------------------------------------------------------- */

static void test_multipart(void)
{
	struct mail *mail = read_text(DATED
		"MIME-Version: 1.0\nCONTENT-TYPE: MULTIPART/MIXED; BOUNDARY=\"one two\"\n\n"
		"prologue\n--one two\nContent-Type: TEXT/PLAIN; charset=ISO-8859-1\n"
		"Content-Transfer-Encoding: QUOTED-PRINTABLE\n\n14321 =B1  2%=\n x\n\n"
		"--one two\nContent-Type: multipart/alternative;\n boundary=inner\n\n"
		"--inner\n\nplain\n--inner\nContent-Type: text/html\n\n<p>html</p>\n--inner--\n"
		"--one two\nContent-Type: application/gzip\nContent-Transfer-Encoding: base64\n"
		"Content-Disposition: attachment;\n filename*0*=utf-8''c%C3%B6nfig;\n "
		"filename*1=\".gz\"\n\nH4sIAAAA\n\n"
		"--one two\nContent-Type: text/plain; name=\"=?utf-8?q?j=C3=B6b.yaml?=\"\n\n"
		"a: b\n--one two--\nepilogue\n");

	g_assert_cmpuint(mail->parts->len, ==, 5);
	part_is(mail, 1, "14321 ±  2% x\n");
	part_is(mail, 2, "plain");
	part_is(mail, 3, "<p>html</p>");
	g_assert_cmpstr(part_of(mail, 3)->type, ==, "text/html");
	g_assert_cmpstr(part_of(mail, 4)->name, ==, "cönfig.gz");
	g_assert_true(part_of(mail, 4)->attached);
	g_assert_false(part_of(mail, 4)->is_text);
	g_assert_true(slice_equal(part_of(mail, 4)->bytes, SLICE_LIT("\x1f\x8b\x08\0\0\0")));
	g_assert_cmpuint(part_of(mail, 4)->size, ==, 6);
	g_assert_cmpstr(part_of(mail, 5)->name, ==, "jöb.yaml");
	part_is(mail, 5, "a: b");
	g_assert_cmpstr(part_of(mail, 5)->sha256, ==,
		"75cd1899337ffbc9341398f7456f1027e2fc4b2658f9f0555a7a965cb309c6dd");
	mail_free(mail);
}

static void test_embedded_message(void)
{
	struct mail *mail = read_text(DATED
		"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nsee below\n"
		"--b\nContent-Type: message/rfc822\n\nSubject: inner\nMessage-ID: <i@example.org>\n"
		"Content-Transfer-Encoding: base64\n\naW5uZXI=\n--b--\n");

	g_assert_cmpstr(mail->message_id, ==, "a@example.org");
	g_assert_cmpuint(mail->parts->len, ==, 2);
	part_is(mail, 2, "inner");
	mail_free(mail);
}

static void test_flowed_part(void)
{
	struct mail *mail = read_text(DATED "Content-Type: text/plain; format=flowed; delsp=yes\n\n"
					    "  indented \n> quoted\nend\n");

	g_assert_true(part_of(mail, 1)->flowed);
	part_is(mail, 1, " indented\n> quoted\nend\n");
	mail_free(mail);
}

static void test_undivided_multipart(void)
{
	struct mail *mail = read_text(DATED "Content-Type: multipart/mixed\n\ntext\nof it\n");
	part_is(mail, 1, "text\nof it\n");
	g_assert_cmpuint(told[DIAG_MIME_BROKEN], ==, 1);
	mail_free(mail);

	mail = read_text(
		DATED "Content-Type: multipart/mixed; boundary=b\n\nlost bo\xb1ndary\n--c\n");
	part_is(mail, 1, "lost bo±ndary\n--c\n");
	mail_free(mail);
}

static void test_unclosed_multipart(void)
{
	struct mail *mail =
		read_text(DATED "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n"
				"--b\nContent-Type: text/plain\n\ncut he");

	g_assert_cmpuint(mail->parts->len, ==, 2);
	part_is(mail, 1, "one");
	part_is(mail, 2, "cut he");
	mail_free(mail);
}

static void test_text_by_looks(void)
{
	struct mail *mail = read_text(
		DATED "Content-Type: multipart/mixed; boundary=b\n\n"
		      "--b\nContent-Type: application/octet-stream; name=job.yaml\n\na: ±\r\n\n"
		      "--b\nContent-Type: application/octet-stream; name=x\n\n\x01\x02\n"
		      "--b\nContent-Type: text/plain; name=dmesg.gz\nContent-Transfer-Encoding: "
		      "base64\n\n"
		      "H4sIAAAA\n--b--\n");

	g_assert_true(part_of(mail, 1)->is_text);
	part_is(mail, 1, "a: ±\n");
	g_assert_false(part_of(mail, 2)->is_text);
	g_assert_false(part_of(mail, 3)->is_text);
	g_assert_cmpuint(part_of(mail, 3)->bytes.len, ==, 6);
	mail_free(mail);
}

/* ---- damage ------------------------------------------------------------------------ */

static void decodes(const char *encoding, const char *body, const char *want, guint damaged)
{
	g_autofree char *raw =
		g_strdup_printf(DATED "Content-Transfer-Encoding: %s\n\n%s", encoding, body);
	struct mail *mail = read_text(raw);

	part_is(mail, 1, want);
	g_assert_cmpuint(told[DIAG_BAD_ENCODING], ==, damaged);
	mail_free(mail);
}

static void test_encodings(void)
{
#define LINE "YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXowMTIzNDU2Nzg5Cg==\n"
#define TEXT "abcdefghijklmnopqrstuvwxyz0123456789\n"
	decodes("base64", LINE, TEXT, 0);
	decodes("BASE64", "YWJj\r\nZGVm\r\n", "abcdef", 0);
	decodes("base64", "YWJjZGU", "abcde", 1);
	decodes("base64", "YWJjZ", "abc", 1);
	decodes("base64", LINE "-- \nlist footer\n", TEXT "-- \nlist footer\n", 1);
	decodes("base64", "YWJj*\nZGVm\n" LINE, "abcdef" TEXT, 1);
	decodes("base64", "", "", 0);
	decodes("quoted-printable", "a=3Db=\n c=\r\n d=\n", "a=b c d", 0);
	decodes("quoted-printable", "a=3Zb =C2=B1\n", "a=3Zb ±\n", 1);
	decodes("quoted-printable", "end=", "end", 0);
	decodes("x-unheard-of", "as is\n", "as is\n", 1);
	decodes("8bit", "as is \xc2\xb1\n", "as is ±\n", 0);
	decodes("x-uuencode", "begin 644 f\n#86)C\n`\nend\n", "abc", 0);
#undef LINE
#undef TEXT
}

/* Every cut of a rich mail gives a mail, and never more parts than the whole has. */
static void test_cuts(void)
{
	static const char raw[] =
		DATED "Subject: =?utf-8?q?a?=\nContent-Type: multipart/mixed; boundary=\"b\"\n\n"
		      "--b\nContent-Type: text/plain; charset=iso-8859-1\n\n\xb1 2%\n"
		      "--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\n\nx\n--c--\n"
		      "--b\nContent-Transfer-Encoding: base64\n\nYWJj\n--b--\n";

	for (gsize len = 0; len < sizeof raw; len++) {
		struct mail *mail = read_slice((struct slice){raw, len});
		g_assert_nonnull(mail->message_id);
		g_assert_cmpuint(mail->parts->len, <=, 3);
		mail_free(mail);
	}
}

/* ---- limits ---------------------------------------------------------------------- */

static void test_many_parts(void)
{
	g_autoptr(GString) raw =
		g_string_new(DATED "Content-Type: multipart/mixed; boundary=b\n\n");

	for (int i = 0; i < 100000; i++)
		g_string_append(raw, "--b\n\nx\n");
	struct mail *mail = read_slice((struct slice){raw->str, raw->len});
	g_assert_cmpuint(mail->parts->len, ==, MIME_PARTS_MAX);
	g_assert_cmpuint(told[DIAG_MIME_TOO_MANY], ==, 1);
	mail_free(mail);
}

static void test_deep_nesting(void)
{
	g_autoptr(GString) raw = g_string_new(DATED);

	for (int i = 0; i < 2000; i++)
		g_string_append_printf(raw,
			"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n\nx\n--b%d\n", i, i,
			i);
	struct mail *mail = read_slice((struct slice){raw->str, raw->len});
	g_assert_cmpuint(mail->parts->len, >=, MIME_DEPTH_MAX - 1);
	g_assert_cmpuint(mail->parts->len, <=, MIME_DEPTH_MAX + 1);
	g_assert_cmpuint(told[DIAG_MIME_TOO_DEEP], ==, 1);
	mail_free(mail);

	g_string_assign(raw, DATED);
	for (int i = 0; i < 5000; i++)
		g_string_append(raw, "Content-Type: message/rfc822\n\n");
	mail = read_slice((struct slice){raw->str, raw->len});
	g_assert_cmpuint(told[DIAG_MIME_TOO_DEEP], ==, 1);
	mail_free(mail);
}

static void test_large_header(void)
{
	g_autofree char *to = g_strnfill(1 << 20, 'x');
	g_autofree char *raw = g_strdup_printf("Subject: s\nTo: %s\n" DATED "\nbody\n", to);
	struct mail *mail = read_text(raw);
	g_assert_cmpuint(told[DIAG_HEADER_TOO_LARGE], ==, 1);
	g_assert_cmpstr(mail->message_id, ==, "a@example.org");
	part_is(mail, 1, "body\n");
	mail_free(mail);

	g_autoptr(GString) many = g_string_new(DATED);
	for (int i = 0; i < 200000; i++)
		g_string_append(many, "a:\n");
	g_string_append(many, "\nbody\n");
	mail = read_slice((struct slice){many->str, many->len});
	g_assert_cmpuint(told[DIAG_HEADER_TOO_LARGE], ==, 1);
	part_is(mail, 1, "body\n");
	mail_free(mail);
}

static void test_large_part_header(void)
{
	g_autoptr(GString) raw = g_string_new(
		DATED "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nkept\n--b\n");

	for (int i = 0; i < 200000; i++)
		g_string_append(raw, "a:\n");
	struct mail *mail = read_slice((struct slice){raw->str, raw->len});
	g_assert_cmpuint(mail->parts->len, ==, 1);
	part_is(mail, 1, "kept\n");
	g_assert_cmpuint(told[DIAG_HEADER_TOO_LARGE], ==, 1);
	mail_free(mail);
}

static void test_long_boundary(void)
{
	g_autofree char *boundary = g_strnfill(MIME_BOUNDARY_MAX + 1, 'b');
	g_autofree char *raw =
		g_strdup_printf(DATED "Content-Type: multipart/mixed; boundary=%s\n\n--%s\n\nx\n",
			boundary, boundary);
	struct mail *mail = read_text(raw);

	g_assert_cmpuint(told[DIAG_MIME_BROKEN], ==, 1);
	g_assert_cmpuint(mail->parts->len, ==, 1);
	g_assert_nonnull(slice_find(part_of(mail, 1)->bytes, "\n\nx\n"));
	g_assert_cmpstr(mail->message_id, ==, "a@example.org");
	mail_free(mail);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	mime_init();
	g_test_add_func("/mime/plain", test_plain);
	g_test_add_func("/mime/recipients", test_recipients);
	g_test_add_func("/mime/received", test_received);
	g_test_add_func("/mime/crlf", test_crlf);
	g_test_add_func("/mime/cr", test_cr);
	g_test_add_func("/mime/ids", test_ids);
	g_test_add_func("/mime/header-text", test_header_text);
	g_test_add_func("/mime/mailboxes", test_mailboxes);
	g_test_add_func("/mime/dates", test_dates);
	g_test_add_func("/mime/synthetic-id", test_synthetic_id);
	g_test_add_func("/mime/broken-headers", test_broken_headers);
	g_test_add_func("/mime/multipart", test_multipart);
	g_test_add_func("/mime/embedded-message", test_embedded_message);
	g_test_add_func("/mime/flowed", test_flowed_part);
	g_test_add_func("/mime/undivided-multipart", test_undivided_multipart);
	g_test_add_func("/mime/unclosed-multipart", test_unclosed_multipart);
	g_test_add_func("/mime/text-by-looks", test_text_by_looks);
	g_test_add_func("/mime/encodings", test_encodings);
	g_test_add_func("/mime/cuts", test_cuts);
	g_test_add_func("/mime/many-parts", test_many_parts);
	g_test_add_func("/mime/deep-nesting", test_deep_nesting);
	g_test_add_func("/mime/large-header", test_large_header);
	g_test_add_func("/mime/large-part-header", test_large_part_header);
	g_test_add_func("/mime/long-boundary", test_long_boundary);
	return g_test_run();
}
