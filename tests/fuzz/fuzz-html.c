/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saved pages, any bytes: spans lie in the text, messages can be read. */
#include "ingest/mime.h"
#include "ingest/page_messages.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void check_spans(const struct page *page)
{
	for (guint i = 0; i < page->pres->len; i++) {
		const struct page_span *span = &g_array_index(page->pres, struct page_span, i);

		g_assert_true(
			span->at <= page->text->len && span->len <= page->text->len - span->at);
	}
	for (guint i = 0; i < page->comments->len; i++)
		g_assert_true(((struct page_comment *)g_ptr_array_index(page->comments, i))->at <=
			      page->text->len);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct origin origin = {"fuzz", -1, NULL, 0, 0};
	struct page *page = page_read((struct slice){(const char *)data, size});
	g_autoptr(GStringChunk) text = g_string_chunk_new(256);
	g_autoptr(GArray) messages = page_messages(page, text);

	mime_init();
	check_spans(page);
	for (guint i = 0; i < messages->len; i++)
		mail_free(
			loose_mail(&g_array_index(messages, struct loose, i), &origin, NULL, NULL));
	page_free(page);
	return 0;
}
