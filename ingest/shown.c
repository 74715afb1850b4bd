/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/shown.h"

#include "ingest/charset.h"
#include "ingest/dump.h"
#include "ingest/page_messages.h"
#include "parse/parse.h"

#define READ_STEP (64 << 10)

/* All of it up to SHOWN_MAX; *ret_cut: there is more. */
static GByteArray *read_all(struct stream *stream, gboolean *ret_cut)
{
	GByteArray *bytes = g_byte_array_new();
	guint8 step[READ_STEP];
	gsize n;

	while ((n = stream_read(stream, (char *)step, sizeof step))) {
		gsize room = SHOWN_MAX - bytes->len;
		g_byte_array_append(bytes, step, (guint)MIN(n, room));
		if ((*ret_cut = n > room))
			break;
	}
	return bytes;
}

/* Where a message begins in its text; -1: it does not lie in it. */
static gint64 offset_of(struct slice all, const struct loose *loose, gint64 base)
{
	const char *at = loose->subject.at ? loose->subject.at : loose->text.at;

	return base >= 0 && at >= all.at && at < all.at + all.len ? base + (at - all.at) : -1;
}

/* The last one has the rest of the text; of a page it may be left out. */
static void complain_of_crowd(struct reading *r, const GArray *messages)
{
	if (messages->len < LOOSE_MAX)
		return;
	run_complain(r->run, DIAG_PAGE_TOO_LARGE, r->path, -1, SLICE_NULL,
		"it shows as many messages as are read, or more");
	r->complete = FALSE;
}

/* `base`: the offset of `all` in the file, -1: it is not of its bytes. */
static gboolean hand_on(struct reading *r, const GArray *messages, struct slice all, gint64 base)
{
	const struct ingest_handler *handler = r->run->handler;
	g_autofree char *thread = NULL;
	gboolean matters = parse_may_matter(all);

	complain_of_crowd(r, messages);
	for (guint i = 0; i < messages->len; i++) {
		const struct loose *loose = &g_array_index(messages, struct loose, i);
		struct origin origin = {r->path, offset_of(all, loose, base), NULL, 0, 0};
		GPtrArray *diags = diag_list_new();
		struct diag_sink sink = diag_list_sink(diags);
		struct mail *mail = loose_mail(loose, &origin, thread, &sink);

		if (!thread)
			thread = g_strdup(mail->message_id);
		r->documents++;
		r->messages++;
		r->run->counts->messages++;
		if (!handler->mail(mail, diags, matters, handler->data))
			return FALSE;
	}
	return TRUE;
}

static void complain_of_page(struct reading *r, const struct page *page, const GArray *messages)
{
	if (page->cut)
		run_complain(r->run, DIAG_PAGE_TOO_LARGE, r->path, -1, SLICE_NULL,
			"its elements are nested too deep, or too many");
	if (messages->len)
		return;
	r->documents++;
	run_complain(r->run, DIAG_NOT_A_MAILBOX, r->path, -1, SLICE_NULL,
		"it is a web page that shows no message");
}

static gboolean read_page(struct reading *r, struct slice bytes)
{
	g_autoptr(GStringChunk) text = g_string_chunk_new(4096);
	struct page *page = page_read(bytes);
	g_autoptr(GArray) messages = page_messages(page, text);
	struct slice all = {page->text->str, page->text->len};

	complain_of_page(r, page, messages);
	r->complete &= !page->cut;
	gboolean go_on = hand_on(r, messages, all, -1);
	page_free(page);
	return go_on;
}

static gboolean read_dump(struct reading *r, struct slice bytes, gint64 base)
{
	struct charset_text utf8 = charset_read(bytes, NULL);
	g_autoptr(GArray) messages = dump_split(utf8.text);
	gboolean go_on = hand_on(r, messages, utf8.text, utf8.owned ? -1 : base);

	g_free(utf8.owned);
	return go_on;
}

gboolean shown_read(struct reading *r, enum form form)
{
	gboolean cut = FALSE;
	g_autoptr(GByteArray) all = read_all(r->stream, &cut);
	struct slice bytes = {(const char *)all->data, all->len};

	r->kind = form == FORM_PAGE ? "page" : "dump";
	r->complete = !cut;
	if (cut)
		run_complain(r->run, DIAG_PAGE_TOO_LARGE, r->path, -1, SLICE_NULL,
			"its head was read, the rest left out");
	return form == FORM_PAGE ? read_page(r, bytes) : read_dump(r, bytes, 0);
}

gboolean shown_text(struct reading *r, struct slice bytes, guint64 offset, gboolean *ret_taken)
{
	*ret_taken = bytes.len <= SHOWN_MAX && parse_may_matter(bytes);
	if (*ret_taken)
		r->kind = "dump";
	return !*ret_taken || read_dump(r, bytes, (gint64)offset);
}
