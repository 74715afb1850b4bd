/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The stable patch-id: the sum, byte by byte with carry, of a SHA-1 for each file's part of
 * the diff, from which line numbers, blob ids and white space are left out.
 */
#include "tree/changes.h"
#include "tree/diff.h"

#include <string.h>

#define SUM_SIZE 20
#define BLOB_MAX (8 << 20)   /* bytes of a file that is compared */
#define BYTES_MAX (64 << 20) /* of all files of a commit, before and after */
#define BINARY_SEARCHED 8000 /* git calls a file binary that has a NUL in its first bytes */

#define MODE_KIND 0170000
#define MODE_COMMIT 0160000 /* of a submodule */

struct summing {
	struct tree *tree;
	guint8 sum[SUM_SIZE];
	GChecksum *part; /* of the file that is being read */
	gsize bytes;
	gboolean has_lines;
	gboolean has_text; /* of any file */
};

/* ---- lines ----------------------------------------------------------------------------------- */

/* git's, which has neither form feed nor vertical tab. */
static gboolean is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* git reads lines as strings: behind a NUL there is nothing. */
static void add_line(struct summing *s, const char *line, gsize len)
{
	gsize from = 0;

	len = strnlen(line, len);
	for (gsize i = 0; i <= len; i++) {
		if (i < len && !is_blank(line[i]))
			continue;
		if (i > from)
			g_checksum_update(s->part, (const guchar *)line + from, (gssize)(i - from));
		from = i + 1;
	}
	s->has_text = TRUE;
}

G_GNUC_PRINTF(2, 3) static void add_words(struct summing *s, const char *format, ...)
{
	g_autofree char *line = NULL;
	va_list args;

	va_start(args, format);
	line = g_strdup_vprintf(format, args);
	va_end(args);
	add_line(s, line, strlen(line));
}

static void end_part(struct summing *s)
{
	guint8 digest[SUM_SIZE];
	gsize len = sizeof digest;
	guint carry = 0;

	g_checksum_get_digest(s->part, digest, &len);
	for (guint i = 0; i < SUM_SIZE; i++) {
		carry += (guint)s->sum[i] + digest[i];
		s->sum[i] = (guint8)carry;
		carry >>= 8;
	}
	g_checksum_reset(s->part);
}

/* ---- one file -------------------------------------------------------------------------------- */

/* A path as git's headers have it: in quotation marks where a byte of it is odd. */
static char *quote(const char *side, const char *path)
{
	static const char letters[] = "\a\b\t\n\v\f\r\"\\", names[] = "abtnvfr\"\\";
	g_autoptr(GString) quoted = g_string_new("\"");
	gboolean is_odd = FALSE;

	g_string_append(quoted, side);
	for (const char *at = path; *at; at++) {
		const char *letter = strchr(letters, *at);
		guint8 byte = (guint8)*at;

		is_odd |= letter || byte < ' ' || byte >= 0x7f;
		if (letter)
			g_string_append_printf(quoted, "\\%c", names[letter - letters]);
		else if (byte < ' ' || byte >= 0x7f)
			g_string_append_printf(quoted, "\\%03o", byte);
		else
			g_string_append_c(quoted, *at);
	}
	return is_odd ? g_strconcat(quoted->str, "\"", NULL) : g_strconcat(side, path, NULL);
}

static int take_line(const git_diff_delta *delta, const git_diff_hunk *hunk,
	const git_diff_line *line, void *data)
{
	struct summing *s = data;
	g_autoptr(GString) text = NULL;

	(void)delta;
	(void)hunk;
	if (line->origin != GIT_DIFF_LINE_CONTEXT && line->origin != GIT_DIFF_LINE_ADDITION &&
		line->origin != GIT_DIFF_LINE_DELETION)
		return 0; /* "\ No newline at end of file" */
	text = g_string_new_len(line->content, (gssize)line->content_len);
	g_string_prepend_c(text, line->origin);
	add_line(s, text->str, text->len);
	return 0;
}

struct side {
	git_odb_object *object;
	char *own; /* of a submodule */
	struct slice bytes;
};

static void clear_side(struct side *side)
{
	git_odb_object_free(side->object);
	g_free(side->own);
}

/* FALSE: it cannot be compared. */
static gboolean read_side(struct summing *s, guint32 mode, const git_oid *id, struct side *ret_side)
{
	char digits[TREE_ID_SIZE];

	ret_side->bytes = SLICE_LIT("");
	if (!mode)
		return TRUE;
	if ((mode & MODE_KIND) == MODE_COMMIT) {
		git_oid_tostr(digits, sizeof digits, id);
		ret_side->own = g_strdup_printf("Subproject commit %s\n", digits);
		ret_side->bytes = slice_of(ret_side->own);
		return TRUE;
	}
	if (!tree_read(s->tree, id, GIT_OBJECT_BLOB, &ret_side->object))
		return FALSE;
	ret_side->bytes = tree_bytes(ret_side->object);
	s->bytes += ret_side->bytes.len;
	return ret_side->bytes.len <= BLOB_MAX && s->bytes <= BYTES_MAX &&
	       !memchr(ret_side->bytes.at, '\0', MIN(ret_side->bytes.len, BINARY_SEARCHED));
}

static void add_heads(
	struct summing *s, const struct change *change, const char *old_path, const char *new_path)
{
	add_words(s, "diff --git %s %s", old_path, new_path);
	if (!change->old_mode)
		add_words(s, "new file mode %06o", change->new_mode);
	else if (!change->new_mode)
		add_words(s, "deleted file mode %06o", change->old_mode);
	else if (change->old_mode != change->new_mode) {
		add_words(s, "old mode %06o", change->old_mode);
		add_words(s, "new mode %06o", change->new_mode);
	}
}

static gboolean add_lines(struct summing *s, const struct change *change, const struct side *old,
	const struct side *new)
{
	git_diff_options options = GIT_DIFF_OPTIONS_INIT;
	g_autofree char *old_path = quote("a/", change->path),
			*new_path = quote("b/", change->path);

	options.flags = GIT_DIFF_INDENT_HEURISTIC | GIT_DIFF_FORCE_TEXT;
	add_heads(s, change, old_path, new_path);
	s->has_lines = !slice_equal(old->bytes, new->bytes);
	if (!s->has_lines)
		return TRUE;
	add_words(s, "--- %s", change->old_mode ? old_path : "/dev/null");
	add_words(s, "+++ %s", change->new_mode ? new_path : "/dev/null");
	return !git_diff_buffers(old->bytes.at, old->bytes.len, NULL, new->bytes.at, new->bytes.len,
		NULL, &options, NULL, NULL, NULL, take_line, s);
}

/* git hashes a file's heads without lines together with the next file. */
static gboolean add_file(struct summing *s, const struct change *change)
{
	struct side old = {NULL}, new = {NULL};
	gboolean go_on = read_side(s, change->old_mode, &change->old_id, &old) &&
			 read_side(s, change->new_mode, &change->new_id, &new);

	if (go_on && s->has_lines)
		end_part(s);
	if (go_on)
		go_on = add_lines(s, change, &old, &new);
	clear_side(&old);
	clear_side(&new);
	return go_on;
}

/* A file that becomes a link, or the like, goes and comes anew. */
static gboolean add_change(struct summing *s, const struct change *change)
{
	struct change gone = *change, come = *change;

	if (!change->old_mode || !change->new_mode ||
		(change->old_mode & MODE_KIND) == (change->new_mode & MODE_KIND))
		return add_file(s, change);
	gone.new_mode = 0;
	come.old_mode = 0;
	return add_file(s, &gone) && add_file(s, &come);
}

/* ---- all of them ----------------------------------------------------------------------------- */

static char *to_hex(const guint8 *sum)
{
	g_autoptr(GString) hex = g_string_new(NULL);

	for (guint i = 0; i < SUM_SIZE; i++)
		g_string_append_printf(hex, "%02x", sum[i]);
	return g_string_free(g_steal_pointer(&hex), FALSE);
}

char *tree_patch_id(struct tree *tree, const char *id)
{
	g_autoptr(GArray) changes = changes_of(tree, id);
	struct summing s = {.tree = tree};
	gboolean go_on = changes && changes->len;
	char *hex = NULL;

	if (!go_on)
		return NULL;
	s.part = g_checksum_new(G_CHECKSUM_SHA1);
	for (guint i = 0; i < changes->len && go_on; i++)
		go_on = add_change(&s, &g_array_index(changes, struct change, i));
	end_part(&s);
	if (go_on && s.has_text)
		hex = to_hex(s.sum);
	g_checksum_free(s.part);
	return hex;
}
