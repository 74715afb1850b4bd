/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A git repository, read as an archive of mail and as a kernel tree.  The bytes are sections,
 * each begun by a line "@KIND" or "@KIND NAME":
 *
 *   @blob, @commit, @tag   an object; %0 to %9 in it are the ids of the sections so far
 *   @tree                  the same of lines "MODE NAME %0"
 *   @raw                   an object without a header of its own
 *   @file NAME             one of `files`; a pack's as it is
 *
 * The branch is at the last commit.  A message has the size that its item tells, and no item is
 * told of that is not in the history.
 */
#include "ingest/gitbox.h"
#include "tests/fuzz/folder.h"
#include "tree/changes.h"
#include "tree/history.h"

#include <zlib.h>

#define SECTIONS_MAX 64
#define ITEMS_MAX 1000

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

struct made {
	char ids[SECTIONS_MAX][GITBOX_ID_SIZE];
	guint n;
	const char *tip;
};

static const char *const files[] = {"HEAD", "packed-refs", "refs/heads/master", "shallow", "config",
	"objects/info/alternates",
	"objects/pack/pack-0123456789012345678901234567890123456789.pack",
	"objects/pack/pack-0123456789012345678901234567890123456789.idx", NULL};

/* ---- making it ---------------------------------------------------------------------------- */

static GString *with_ids(const struct made *made, struct slice text)
{
	GString *out = g_string_sized_new(text.len + 40);

	for (gsize i = 0; i < text.len; i++) {
		gboolean named =
			text.at[i] == '%' && i + 1 < text.len && g_ascii_isdigit(text.at[i + 1]);
		guint k = named ? (guint)(text.at[++i] - '0') : 0;

		if (named && k < made->n)
			g_string_append(out, made->ids[k]);
		else
			g_string_append_c(out, text.at[i]);
	}
	return out;
}

/* "MODE NAME <40 digits>" as git has it: "MODE NAME", NUL, 20 bytes. */
static GString *packed_tree(const GString *lines)
{
	GString *out = g_string_new(NULL);
	struct slice rest = {lines->str, lines->len}, line;

	while (slice_next_line(&rest, &line)) {
		if (line.len < 42)
			continue;
		g_string_append_len(out, line.at, (gssize)line.len - 41);
		g_string_append_c(out, '\0');
		for (const char *d = line.at + line.len - 40; d < line.at + line.len; d += 2)
			g_string_append_c(out, (char)(g_ascii_xdigit_value(d[0]) * 16 +
						       g_ascii_xdigit_value(d[1])));
	}
	return out;
}

/* Deflated, where an object of this name is looked for. */
static void put_object(struct made *made, const GString *bytes)
{
	uLongf len = compressBound(bytes->len);
	g_autofree Bytef *deflated = g_malloc(len);
	char *id = made->ids[made->n++];
	g_autofree char *sum =
		g_compute_checksum_for_data(G_CHECKSUM_SHA1, (guchar *)bytes->str, bytes->len);

	g_strlcpy(id, sum, GITBOX_ID_SIZE);
	g_assert_true(compress2(deflated, &len, (Bytef *)bytes->str, bytes->len, 1) == Z_OK);
	g_autofree char *name = g_strdup_printf("objects/%.2s/%s", id, id + 2);
	folder_put(name, (struct slice){(char *)deflated, len});
}

static void put_kind(struct made *made, const char *kind, struct slice text)
{
	g_autoptr(GString) body = with_ids(made, text);

	if (!strcmp(kind, "tree")) {
		GString *packed = packed_tree(body);

		g_string_free(body, TRUE);
		body = packed;
	}
	if (strcmp(kind, "raw")) {
		g_autofree char *header = g_strdup_printf("%s %" G_GSIZE_FORMAT, kind, body->len);

		g_string_prepend_len(body, header, (gssize)strlen(header) + 1);
	}
	put_object(made, body);
	if (!strcmp(kind, "commit"))
		made->tip = made->ids[made->n - 1];
}

static void put_file(const struct made *made, const char *name, struct slice body)
{
	g_autoptr(GString) text = with_ids(made, body);

	folder_put(name, strstr(name, "/pack/") ? body : (struct slice){text->str, text->len});
}

static void put_section(struct made *made, struct slice head, struct slice body)
{
	static const char *const kinds[] = {"blob", "commit", "tag", "tree", "raw", NULL};
	g_autofree char *word = slice_dup(head);
	gboolean is_file = g_str_has_prefix(word, "file ");

	if (is_file && g_strv_contains(files, word + 5))
		put_file(made, word + 5, body);
	else if (g_strv_contains(kinds, word))
		put_kind(made, word, body);
}

static void make_sections(struct made *made, struct slice rest)
{
	struct slice head;

	while (made->n < SECTIONS_MAX && slice_next_line(&rest, &head)) {
		const char *next = slice_find(rest, "\n@");
		gsize len = next ? (gsize)(next - rest.at) : rest.len;

		put_section(made, slice_skip(head, 1), (struct slice){rest.at, len});
		rest = slice_skip(rest, next ? len + 1 : len);
	}
}

static void make_repository(struct made *made, struct slice text)
{
	folder_put("HEAD", SLICE_LIT("ref: refs/heads/master\n"));
	folder_put("refs/tags/none", SLICE_LIT(""));
	make_sections(made, text);
	if (made->tip)
		folder_put("refs/heads/master", slice_of(made->tip));
}

/* ---- reading it ----------------------------------------------------------------------------- */

static void read_archive(const char *path)
{
	struct gitbox *box = gitbox_open(path, NULL);
	struct gitbox_item item;
	struct gitbox_mail mail;

	for (guint n = 0; box && n < ITEMS_MAX && gitbox_next(box, &item); n++) {
		gboolean is_read = gitbox_read(box, item.id, &mail);

		g_assert_true(item.kind != GITBOX_MAIL || !is_read || mail.bytes.len == item.size);
		gitbox_mail_clear(&mail);
	}
	gitbox_unref(box);
}

static void read_commit(const char *id, const struct commit_text *text, void *data)
{
	struct tree *tree = data;
	struct tree_commit *commit = tree_commit_read(tree, id);
	g_autoptr(GPtrArray) paths = tree_changed_paths(tree, id);
	g_autofree char *patch_id = tree_patch_id(tree, id);

	g_assert_true(commit && commit->n_parents == text->n_parents);
	g_assert_true(g_utf8_validate(commit->title, -1, NULL));
	g_assert_true(!paths || paths->len <= CHANGES_MAX);
	g_assert_true(!patch_id || strlen(patch_id) == 40);
	tree_commit_free(commit);
}

static void read_tree(const char *path)
{
	struct tree *tree = tree_open(path, NULL);

	if (!tree)
		return;
	g_free(tree_identity(tree));
	struct tree_history *history = tree_history_read(tree, 0, read_commit, tree);

	maintainers_free(tree_maintainers(tree));
	tree_gaps_reason(tree);
	tree_history_free(history);
	tree_close(tree);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct made made = {.n = 0};

	folder_begin();
	make_repository(&made, (struct slice){(const char *)data, size});
	read_archive(folder_path());
	read_tree(folder_path());
	folder_end();
	return 0;
}
