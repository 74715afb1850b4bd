/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A commit as git keeps it, any bytes: its parts lie in it, and within their limits. */
#include "tree/commit_text.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

struct told {
	struct slice bytes;
	guint n;
};

static void check_within(struct slice part, struct slice bytes)
{
	g_assert_true(slice_is_null(part) ||
		      (part.at >= bytes.at && part.at + part.len <= bytes.at + bytes.len));
}

static void check_mention(enum commit_mention kind, struct slice what, void *data)
{
	struct told *told = data;

	g_assert_true(++told->n <= COMMIT_MENTIONS_MAX && what.len);
	check_within(what, told->bytes);
	for (gsize i = 0; kind != MENTION_LINK && i < what.len; i++)
		g_assert_true(g_ascii_isxdigit(what.at[i]));
	g_assert_true(kind == MENTION_LINK || (what.len >= 7 && what.len <= 40));
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct slice bytes = {(const char *)data, size};
	struct told told = {bytes, 0};
	struct commit_text text;
	g_autoptr(GString) title = g_string_new(NULL);

	if (!commit_text_read(bytes, &text))
		return 0;
	g_assert_true(text.tree.len == 40);
	for (guint i = 0; i < text.n_parents; i++) {
		struct slice parent = commit_text_parent(&text, i);

		g_assert_true(parent.len == 40);
		check_within(parent, bytes);
	}
	check_within(text.author_name, bytes);
	check_within(text.author_address, bytes);
	check_within(text.message, bytes);
	commit_text_title(&text, title);
	g_assert_cmpuint(title->len, <=, COMMIT_TITLE_MAX);
	g_assert_null(memchr(title->str, '\n', title->len));
	commit_text_mentions(&text, check_mention, &told);
	return 0;
}
