/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree/commit_text.h"
#include "tree/parts.h"

#include <string.h>

/* Commits are UTF-8; the few that are not are taken for Latin-1, as nearly all of those are. */
static char *to_utf8(struct slice text)
{
	if (text.at && !g_utf8_validate(text.at, (gssize)text.len, NULL))
		return g_convert(
			text.at, (gssize)text.len, "UTF-8", "ISO-8859-1", NULL, NULL, NULL);
	return g_strndup(text.at ? text.at : "", text.len);
}

/* No NUL: it would end the string. */
static char *to_text(struct slice text)
{
	const char *nul = text.at ? memchr(text.at, '\0', text.len) : NULL;
	char *utf8 = to_utf8(nul ? slice_between(text.at, nul) : text);

	return utf8 ? utf8 : g_strdup("");
}

struct mentions {
	struct tree_commit *commit;
	GPtrArray *fixes, *links;
};

static void keep(enum commit_mention kind, struct slice what, void *data)
{
	struct mentions *to = data;

	if (kind == MENTION_FIXES)
		g_ptr_array_add(to->fixes, g_ascii_strdown(what.at, (gssize)what.len));
	else if (kind == MENTION_LINK)
		g_ptr_array_add(to->links, to_text(what));
	else if (kind == MENTION_REVERTS && !to->commit->reverts)
		to->commit->reverts = g_ascii_strdown(what.at, (gssize)what.len);
	else if (kind == MENTION_UPSTREAM && !to->commit->upstream)
		to->commit->upstream = g_ascii_strdown(what.at, (gssize)what.len);
}

static char **end_list(GPtrArray *list)
{
	g_ptr_array_add(list, NULL);
	return (char **)g_ptr_array_free(list, FALSE);
}

static void take_mentions(struct tree_commit *commit, const struct commit_text *text)
{
	struct mentions to = {commit, g_ptr_array_new(), g_ptr_array_new()};

	commit_text_mentions(text, keep, &to);
	commit->fixes = end_list(to.fixes);
	commit->links = end_list(to.links);
}

static struct tree_commit *commit_of(const char *id, const struct commit_text *text)
{
	struct tree_commit *commit = g_new0(struct tree_commit, 1);
	g_autoptr(GString) title = g_string_new(NULL);

	g_strlcpy(commit->id, id, sizeof commit->id);
	commit_text_title(text, title);
	commit->title = to_text((struct slice){title->str, title->len});
	commit->author_name = to_text(text->author_name);
	commit->author_address = to_text(text->author_address);
	commit->date = text->date;
	commit->n_parents = text->n_parents;
	if (text->n_parents)
		commit->parent = slice_dup(commit_text_parent(text, 0));
	take_mentions(commit, text);
	return commit;
}

struct tree_commit *tree_commit_read(struct tree *tree, const char *id)
{
	struct tree_commit *commit = NULL;
	struct commit_text text;
	git_odb_object *object;
	git_oid oid;

	if (git_oid_fromstr(&oid, id) || !tree_read(tree, &oid, GIT_OBJECT_COMMIT, &object))
		return NULL;
	if (commit_text_read(tree_bytes(object), &text))
		commit = commit_of(id, &text);
	else
		tree->gaps.missing++;
	git_odb_object_free(object);
	return commit;
}

void tree_commit_free(struct tree_commit *commit)
{
	if (!commit)
		return;
	g_free(commit->title);
	g_free(commit->author_name);
	g_free(commit->author_address);
	g_free(commit->parent);
	g_free(commit->reverts);
	g_free(commit->upstream);
	g_strfreev(commit->fixes);
	g_strfreev(commit->links);
	g_free(commit);
}
