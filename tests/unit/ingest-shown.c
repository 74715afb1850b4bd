/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages as archives' pages, dumps and copies show them; text in other encodings. */
#include "ingest-run.h"

#include "ingest/dump.h"
#include "ingest/mime.h"
#include "ingest/page_messages.h"

#include <unistd.h>

#define SUBJECT "[fs] 0123456789: fsmark.files_per_sec -9.0% regression"
#define TABLE                                                                                      \
	"         %stddev     %change         %stddev\n"                                           \
	"             \\          |                \\\n"                                           \
	"   5587932            -9.0%    5085253        fsmark.files_per_sec\n"
#define HTML_TABLE "<pre>\n" TABLE "&gt; quoted\n"

/* The messages of a page or dump, as "subject|from|date|id|parent|text;". */
static char *shown_messages(const GArray *messages)
{
	GString *out = g_string_new(NULL);

	for (guint i = 0; i < messages->len; i++) {
		const struct loose *m = &g_array_index(messages, struct loose, i);
		struct slice text = slice_trim(m->text);

		g_string_append_printf(out, "%.*s|%.*s|%.*s|%.*s|%.*s|%.*s;", SLICE_ARG(m->subject),
			SLICE_ARG(m->from), SLICE_ARG(m->date), SLICE_ARG(m->message_id),
			SLICE_ARG(m->in_reply_to), SLICE_ARG(text));
	}
	return g_string_free(out, FALSE);
}

static void page_gives(const char *html, const char *wanted)
{
	g_autoptr(GStringChunk) text = g_string_chunk_new(64);
	struct page *page = page_read(slice_of(html));
	g_autoptr(GArray) messages = page_messages(page, text);
	g_autofree char *got = shown_messages(messages);

	g_assert_cmpstr(got, ==, wanted);
	g_assert_false(page->cut);
	page_free(page);
}

static void dump_gives(const char *text, const char *wanted)
{
	g_autoptr(GArray) messages = dump_split(slice_of(text));
	g_autofree char *got = shown_messages(messages);

	g_assert_cmpstr(got, ==, wanted);
}

/* ---- pages -------------------------------------------------------------------------- */

static void test_public_inbox(void)
{
	page_gives("<html><head><title>" SUBJECT "</title><style>pre{}</style></head><body><form>"
		   "<pre>inbox <a href=\"help\">help</a> / color</pre></form><pre\nid=b>"
		   "From: kernel test robot &lt;robot@example.org&gt;\n"
		   "To: list@example.org\n"
		   "Subject: <a\nhref=\"#r\">" SUBJECT "</a>\n"
		   "Date: Thu, 1 Sep 2022 14:29:41 +0200\t[<a href=\"#r\">thread overview</a>]\n"
		   "Message-ID: &lt;<a href=\"1@example.org/raw\">1@example.org</a>&gt; (<a "
		   "href=raw>raw</a>)\n"
		   "In-Reply-To: &lt;0@example.org&gt;\n"
		   "\n"
		   "a &lt; b\n  kept   <span class=q>&gt; Subject: as it is\n</span></pre><hr>"
		   "<pre>reply other threads</pre></body></html>",
		SUBJECT "|kernel test robot <robot@example.org>|"
			"Thu, 1 Sep 2022 14:29:41 +0200|<1@example.org> (raw)|<0@example.org>|"
			"a < b\n  kept   > Subject: as it is;");
}

static void test_public_inbox_thread(void)
{
	page_gives(
		"<html><title>thread</title><pre>* <b>" SUBJECT "</b>\n"
		"<b>@ 2022-09-01 12:29 kernel test robot</b>\n"
		"  0 siblings, 1 reply; 2+ messages in thread\n"
		"From: kernel test robot @ 2022-09-01 12:29 UTC (<a href=p>permalink</a> / raw)\n"
		"  To: list\n\nfirst\n\n<a href=p>^</a> <a>permalink</a> raw reply\n"
		"* Re: " SUBJECT "\n"
		"From: Maintainer @ 2022-09-02  2:27 UTC (permalink / raw)\n"
		"  To: list\n\nsecond\n</pre></html>",
		SUBJECT "|kernel test robot|2022-09-01 12:29|||first;Re: " SUBJECT
			"|Maintainer|2022-09-02  2:27|||second;");
}

static void test_hypermail(void)
{
	page_gives("<?xml version=\"1.0\"?><html><head><title>Archive: x</title></head><body>"
		   "<div class=\"head\"><h1>" SUBJECT "</h1>\n<!-- sent=\"Thu, 1 Sep 2022\" -->\n"
		   "<!-- name=\"kernel test robot\" -->\n<!-- email=\"robot@xxxxxxxxx\" -->\n"
		   "<!-- subject=\"" SUBJECT " &lt;x&gt;\" -->\n<!-- id=\"1@example.org\" -->\n"
		   "<!-- inreplyto=\"0@example.org\" -->\n<pre>not this</pre></div>\n"
		   "<!-- body=\"start\" --><address>From: robot</address><pre>\none\n</pre>between"
		   "<pre>two\n</pre><!-- body=\"end\" --><pre>nor this</pre></body></html>",
		SUBJECT " <x>|kernel test robot <robot@xxxxxxxxx>|Thu, 1 Sep 2022|1@example.org|"
			"0@example.org|one\ntwo;");
}

/* One quotation mark is not two. */
static void test_one_quote(void)
{
	page_gives("<html><body><!-- name=\" --><!-- name=\"\" --><!-- email=\"a@xx\" -->"
		   "<!-- subject=\" --><!-- subject=\"s\" -->"
		   "<!-- body=\"start\" --><pre>FYI, we noticed</pre><!-- body=\"end\" --></body>",
		"s| <a@xx>||||FYI, we noticed;");
}

static void test_mhonarc(void)
{
	page_gives("<!--X-Subject: " SUBJECT " --><!--X-From-R13: Znvagnvare <z@rknzcyr.bet> -->"
		   "<!--X-Date: Thu, 1 Sep 2022 --><!--X-Message-Id: 1@example.org -->"
		   "<html><body><!--X-Body-of-Message--><pre>one\n</pre>"
		   "<!--X-Body-of-Message-End--><hr>links</body></html>",
		SUBJECT "|Maintainer <m@example.org>|Thu, 1 Sep 2022|1@example.org||one;");
}

static void test_marc(void)
{
	page_gives(
		"<html><title>'x' - MARC</title><body><pre>\n<b>[<a>prev in list</a>] [next]</b>\n"
		"\n<b>List:       </b><a>list</a>\n<b>Subject:    </b><a>" SUBJECT "</a>\n"
		"<b>From:       </b><a>Robot &lt;r () example ! org&gt;</a>\n"
		"<b>Date:       </b><a>2022-09-01 12:29:41</a>\n"
		"<b>Message-ID: </b><a>1 () example ! org</a>\n"
		"<b>[</b>Download RAW <a>message</a> or <a>body</a><b>]</b>\n\nthe text\n"
		"[<a>prev in list</a>] [next]\n\n</pre></body></html>",
		SUBJECT "|Robot <r () example ! org>|2022-09-01 12:29:41|1 () example ! org||"
			"the text;");
}

static void test_pipermail(void)
{
	page_gives("<HTML><HEAD><TITLE> [lkp] x</TITLE></HEAD><BODY><H1>[lkp] x</H1>"
		   "<B>kernel test robot</B> <A HREF=\"mailto:x\">robot at example.org</A><BR>"
		   "<I>Thu Sep  1 12:29:41 UTC 2022</I><P><UL><LI>next</UL><HR><!--beginarticle-->"
		   "<PRE>the text\n</PRE><!--endarticle--><HR>more</BODY></HTML>",
		"[lkp] x|kernel test robot|Thu Sep 1 12:29:41 UTC 2022|||the text;");
}

static void test_any_page(void)
{
	page_gives("<html><title>My notes</title><p>text<pre>code</pre>" HTML_TABLE "</pre></html>",
		"My notes|||||"
		"%stddev     %change         %stddev\n"
		"             \\          |                \\\n"
		"   5587932            -9.0%    5085253        fsmark.files_per_sec\n> quoted;");
	page_gives("<html><title>T</title><p>we saw   FYI, we noticed<br>two</p><script>x</script>",
		"T|||||we saw FYI, we noticed\ntwo;");
	page_gives("<html><body>nothing of it</body></html>", "");
	page_gives("", "");
}

/* ---- dumps --------------------------------------------------------------------------- */

#define FIRST SUBJECT "\n\n" SUBJECT "\n\n[kernel test robot]\n\n"

static void test_thread(void)
{
	const char *dump = FIRST "one\n[snip]\nRe: nothing\n[not alone]\n\nRe: [LKP] " SUBJECT
				 "\n\n[Maintainer]\n\ntwo\n\n[snip]\n\nthree\n";

	g_assert_cmpint(dump_bid(slice_of(dump)), >, 0);
	dump_gives(dump, SUBJECT "|kernel test robot||||one\n[snip]\nRe: nothing\n[not alone];"
				 "Re: [LKP] " SUBJECT "|Maintainer||||two\n\n[snip]\n\nthree;");
}

static void test_message(void)
{
	const char *dump =
		"Re: " SUBJECT "\n\nFrom: A\\, B\nDate: Thu Sep 01 2022 - 13:51:54 EST\n\n"
		"text\n\nFrom: quoted\nDate: x\nmore\n";

	g_assert_cmpint(dump_bid(slice_of(dump)), >, 0);
	dump_gives(dump, "Re: " SUBJECT "|A\\, B|Thu Sep 01 2022 - 13:51:54 EST|||"
			 "text\n\nFrom: quoted\nDate: x\nmore;");
	g_assert_cmpint(dump_bid(slice_of("From: a\nDate: b\nSubject: c\n\ntext\n")), ==, 0);
	g_assert_cmpint(dump_bid(slice_of("just\ntext\n\n[and]\n\n")), ==, 0);
	dump_gives("no beginning\n", "|||||no beginning;");
}

/* Parts behind their marks; what is told of and not there has a size and no sum. */
static void test_parts(void)
{
	struct loose loose = {.from = SLICE_LIT("u at example.org (A Name)"),
		.date = SLICE_LIT("2022-09-01  2:09"),
		.text = SLICE_LIT(
			"[-- Attachment #1: Type: text/plain, Size: 5 bytes --]\n\nbody\n"
			"[-- Type: image/png, Size: 1 bytes --]\n\n"
			"[-- Attachment #2: job.yaml --]\n"
			"[-- Type: text/plain, Size: 3 bytes --]\n\n\na: 1\n\n\n"
			"[-- Attachment #3: dmesg.xz --]\n"
			"[-- Type: application/x-xz, Size: 78486 bytes --]\n\n"
			"[-- Attachment #4: Type: text/plain, Size: 4 bytes --]\n\nend\n")};
	struct origin origin = {"page", -1, NULL, 0, 0};
	struct mail *mail = loose_mail(&loose, &origin, "first@example.org", NULL);
	const struct mail_part *parts[4];

	g_assert_cmpuint(mail->parts->len, ==, 4);
	for (guint i = 0; i < 4; i++)
		parts[i] = g_ptr_array_index(mail->parts, i);
	g_assert_true(
		slice_is(parts[0]->bytes, "\nbody\n[-- Type: image/png, Size: 1 bytes --]\n\n"));
	g_assert_null(parts[0]->name);
	g_assert_cmpstr(parts[1]->name, ==, "job.yaml");
	g_assert_true(slice_is(parts[1]->bytes, "a: 1\n"));
	g_assert_cmpstr(parts[2]->type, ==, "application/x-xz");
	g_assert_cmpuint(parts[2]->size, ==, 78486);
	g_assert_cmpstr(parts[2]->sha256, ==, "");
	g_assert_cmpuint(parts[2]->bytes.len, ==, 0);
	g_assert_true(slice_is(parts[3]->bytes, "\nend\n"));
	g_assert_cmpstr(mail->from_name, ==, "A Name");
	g_assert_cmpstr(mail->from_address, ==, "u@example.org");
	g_assert_cmpint(mail->date, ==, 1661998140);
	g_assert_cmpstr(g_ptr_array_index(mail->references, 0), ==, "first@example.org");
	mail_free(mail);
}

/* ---- files ---------------------------------------------------------------------------- */

static void test_files(struct fixture *f, gconstpointer data)
{
	(void)data;
	add_text(f, "a.html", "<html><title>T</title>" HTML_TABLE "</pre></html>");
	add_text(f, "b.txt", FIRST TABLE "\nRe: " SUBJECT "\n\n[Maintainer]\n\nThanks\n");
	add_text(f, "c.txt", "Greeting, FYI, we noticed a loss\n");
	add_text(f, "d.html", "<html>" FIRST "</html>");
	add_text(f, "e.html", "<html>empty</html>");
	add_text(f, "f.html", "<html><pre>From: A\nSubject: of nothing\n\ntext</pre></html>");
	add_text(f, "g.txt", "nothing of a robot\n");
	g_assert_true(run_all(f));
	g_assert_cmpstr(f->mails->str, ==,
		"a.html@-1 T [(null)]\nb.txt@56 " SUBJECT
		" [kernel test robot]\nb.txt@289 Re: " SUBJECT
		" [Maintainer]\nc.txt@0 (null) [(null)]\n"
		"d.html@-1 (null) [(null)]\nf.html@-1 of nothing [A] dismissed\n");
	g_assert_cmpuint(told(f, DIAG_NOT_A_MAILBOX), ==, 2);
	g_assert_nonnull(strstr(f->sources->str, "a.html page 1 whole\nb.txt dump 2 whole\n"));
	adds_up(f);
}

static void test_encodings(struct fixture *f, gconstpointer data)
{
	(void)data;
	static const char *const orders[] = {"UTF-16LE", "UTF-16BE"};

	add_text(f, "a-mark", "\xef\xbb\xbf" MAIL("marked"));
	add_text(f, "b-crlf", "Subject: crlf\r\nDate: x\r\n\r\ntext\r\n");
	add_text(f, "b-cr",
		"From a Mon Jan  1 00:00:00 2024\rSubject: cr\rDate: x\r\rtext\r\r"
		"From b Mon Jan  1 00:00:00 2024\rSubject: more\rDate: x\r\rtext\r");
	for (guint marked = 0; marked < 2; marked++)
		for (guint i = 0; i < 2; i++) {
			g_autofree char *name = g_strdup_printf("c-%u-%u", marked, i);
			gsize len;
			g_autofree char *bytes = g_convert(marked ? "\xef\xbb\xbf" MAIL("wide")
								  : MAIL("wide and of some length"),
				-1, orders[i], "UTF-8", NULL, &len, NULL);
			add_bytes(f, name, bytes, len);
		}
	g_assert_true(run_all(f));
	g_assert_cmpstr(f->mails->str, ==,
		"a-mark@0 marked\nb-cr@0 cr\nb-cr@59 more\nb-crlf@0 crlf\nc-0-0@0 wide and of some "
		"length\n"
		"c-0-1@0 wide and of some length\nc-1-0@0 wide\nc-1-1@0 wide\n");
	g_assert_cmpuint(f->diags->len, ==, 0);
}

/* ---- hostile ---------------------------------------------------------------------------- */

static char *repeated(const char *text, gsize times)
{
	GString *out = g_string_sized_new(strlen(text) * times);

	while (times--)
		g_string_append(out, text);
	return g_string_free(out, FALSE);
}

/* Elements without end, in each other; comments, entities, tags that never close. */
static void test_hostile_pages(struct fixture *f, gconstpointer data)
{
	(void)data;
	static const char *const pieces[] = {"<div>", "<b><i>", "<pre>", "<!--", "<!-- x -->",
		"&amp;", "<a href=\"", "</p></div>", "<table><tr><td>", "<script>", "&#x", "<\n"};
	gint64 start = g_get_monotonic_time();

	for (guint i = 0; i < G_N_ELEMENTS(pieces); i++) {
		g_autofree char *name = g_strdup_printf("%02u.html", i);
		g_autofree char *many = repeated(pieces[i], 100000);
		g_autofree char *page = g_strconcat("<html>", HTML_TABLE "</pre>", many, NULL);
		add_text(f, name, page);
	}
	g_assert_true(run_all(f));
	g_assert_cmpuint(f->counts.messages, ==, G_N_ELEMENTS(pieces));
	g_assert_cmpuint(told(f, DIAG_PAGE_TOO_LARGE), >=, 3);
	g_assert_cmpint(g_get_monotonic_time() - start, <, 60 * G_USEC_PER_SEC);
	adds_up(f);
}

/* A page larger than is read: its head is, the rest is told of. */
static void test_large_page(struct fixture *f, gconstpointer data)
{
	(void)data;
	g_autofree char *name = g_build_filename(f->path, "large.html", NULL);

	add_text(f, "large.html", "<html>" HTML_TABLE "</pre>");
	g_assert_cmpint(truncate(name, 1 << 30), ==, 0);
	g_assert_true(run_all(f));
	g_assert_cmpuint(f->counts.messages, ==, 1);
	g_assert_cmpuint(told(f, DIAG_PAGE_TOO_LARGE), ==, 1);
	g_assert_nonnull(strstr(f->sources->str, " cut\n"));
	g_assert_cmpuint(f->counts.bytes, <, 20 << 20);
}

static void test_crowded_page(struct fixture *f, gconstpointer data)
{
	g_autoptr(GString) html = g_string_new("<html>");

	(void)data;
	for (guint i = 0; i <= LOOSE_MAX; i++)
		g_string_append(html, "<pre>From: a\nSubject: b\n\nx</pre>");
	add_text(f, "crowd.html", html->str);
	g_assert_true(run_all(f));
	g_assert_cmpuint(f->counts.messages, ==, LOOSE_MAX);
	g_assert_cmpuint(told(f, DIAG_PAGE_TOO_LARGE), ==, 1);
	g_assert_nonnull(strstr(f->sources->str, " cut\n"));
	adds_up(f);
}

#define ADD(name, function)                                                                        \
	g_test_add("/ingest/shown/" name, struct fixture, NULL, set_up, function, tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	mime_init();
	g_test_add_func("/page/public-inbox", test_public_inbox);
	g_test_add_func("/page/public-inbox-thread", test_public_inbox_thread);
	g_test_add_func("/page/hypermail", test_hypermail);
	g_test_add_func("/page/one-quote", test_one_quote);
	g_test_add_func("/page/mhonarc", test_mhonarc);
	g_test_add_func("/page/marc", test_marc);
	g_test_add_func("/page/pipermail", test_pipermail);
	g_test_add_func("/page/any", test_any_page);
	g_test_add_func("/dump/thread", test_thread);
	g_test_add_func("/dump/message", test_message);
	g_test_add_func("/dump/parts", test_parts);
	ADD("files", test_files);
	ADD("encodings", test_encodings);
	ADD("hostile-pages", test_hostile_pages);
	ADD("large-page", test_large_page);
	ADD("crowded-page", test_crowded_page);
	return g_test_run();
}
