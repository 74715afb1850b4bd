/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commits by the ids that mails use for them: 7 to 40 digits, or a tag.  Forms of one
 * commit are joined when one begins the other and nothing else begins so.
 */
#include "store/item.h"
#include "store/select.h"

struct commit {
	char *id, *title, *subsystem;
	guint reports, tables;
};

static void free_commit(gpointer data)
{
	struct commit *commit = data;

	g_free(commit->id);
	g_free(commit->title);
	g_free(commit->subsystem);
	g_free(commit);
}

static gboolean is_abbreviation(const char *id)
{
	gsize n = strlen(id);

	return n >= 7 && n < 40 && strspn(id, "0123456789abcdef") == n;
}

static void take_text(char **text, const char *other)
{
	if (!*text)
		*text = g_strdup(other);
}

/* All forms by id, so that longer forms follow a shorter one at once. */
static gboolean read_forms(struct select *s, GPtrArray *commits, GError **error)
{
	struct query *q = &s->query;
	struct commit *last = NULL;
	enum step step;

	while ((step = query_step(q, error)) == STEP_ROW) {
		const char *id = query_word_at(q, 0);

		if (!last || strcmp(last->id, id)) {
			last = g_new0(struct commit, 1);
			last->id = g_strdup(id);
			g_ptr_array_add(commits, last);
		}
		last->reports += query_uint_at(q, 1);
		last->tables += query_uint_at(q, 2);
		take_text(&last->title, query_text_at(q, 3));
		take_text(&last->subsystem, query_text_at(q, 4));
	}
	return step == STEP_DONE;
}

/* The one longer form that every id beginning so leads to; -1: none, or they part. */
static int longer_form(const GPtrArray *commits, guint i)
{
	const struct commit *commit = g_ptr_array_index(commits, i);
	const struct commit *longest = commit;
	int found = -1;

	if (!is_abbreviation(commit->id))
		return -1;
	for (guint k = i + 1; k < commits->len; k++) {
		const struct commit *other = g_ptr_array_index(commits, k);

		if (!g_str_has_prefix(other->id, commit->id))
			break;
		if (!g_str_has_prefix(other->id, longest->id))
			return -1;
		longest = other;
		found = (int)k;
	}
	return found;
}

/* From the end, so that each form has met all longer ones before it is joined. */
static void join_forms(GPtrArray *commits)
{
	for (guint i = commits->len; i-- > 0;) {
		int k = longer_form(commits, i);
		struct commit *from = g_ptr_array_index(commits, i), *to;

		if (k < 0)
			continue;
		to = g_ptr_array_index(commits, k);
		to->reports += from->reports;
		to->tables += from->tables;
		take_text(&to->title, from->title);
		take_text(&to->subsystem, from->subsystem);
		from->reports = from->tables = 0;
	}
}

static void each_commit(
	GPtrArray *commits, gboolean (*each)(const struct store_commit *, void *), void *data)
{
	for (guint i = 0; i < commits->len; i++) {
		const struct commit *c = g_ptr_array_index(commits, i);
		struct store_commit commit = {c->id, c->title, c->subsystem, c->reports, c->tables};

		if ((c->reports || c->tables) && !each(&commit, data))
			return;
	}
}

/* Reports first: a report's title is the whole one, a table's may be cut. */
#define FORMS_OF_REPORTS                                                                           \
	"SELECT r.commit_id AS id, 1 AS reports, 0 AS tables, r.commit_title AS title, "           \
	"r.subsystem AS subsystem, 0 AS rank, m.message_id AS message_id, 0 AS nr "                \
	"FROM reports r JOIN messages m ON m.id = r.message"
#define FORMS_OF_TABLES                                                                            \
	"SELECT c.commit_id, 0, 1, c.title, NULL, 1, m.message_id, t.nr "                          \
	"FROM columns c JOIN tables t ON t.id = c.table_id "                                       \
	"JOIN messages m ON m.id = t.message LEFT JOIN reports r ON r.message = m.id"

static void select_forms(struct select *s, const struct store_filter *filter)
{
	select_init(s, FORMS_OF_REPORTS);
	select_where_message(s, filter);
	select_and(s, "r.commit_id IS NOT NULL");
	select_commit(s, "r.commit_id", filter->commit);
	select_union(s, FORMS_OF_TABLES);
	select_where_message(s, filter);
	select_and(s, "c.commit_id IS NOT NULL");
	select_commit(s, "c.commit_id", filter->commit);
}

gboolean store_list_commits(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_commit *, void *), void *data, GError **error)
{
	g_autoptr(GPtrArray) commits = g_ptr_array_new_with_free_func(free_commit);
	struct select s;
	gboolean done;

	if (!store_read_begin(store, error))
		return FALSE;
	select_forms(&s, filter);
	done = select_open(&s, store, " ORDER BY id, rank, message_id, nr", error) &&
	       read_forms(&s, commits, error);
	select_close(&s);
	if (done) {
		join_forms(commits);
		each_commit(commits, each, data);
	}
	return store_read_end(store, done, error);
}
