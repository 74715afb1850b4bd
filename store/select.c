/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/select.h"

#include "store/prints.h"

#include "base/literal.h"

struct select_value {
	char *text; /* NULL: the number */
	gint64 number;
};

static void clear_value(gpointer value)
{
	g_free(((struct select_value *)value)->text);
}

void select_init(struct select *s, const char *head)
{
	*s = (struct select){.sql = g_string_new(head)};
	s->values = g_array_new(FALSE, FALSE, sizeof(struct select_value));
	g_array_set_clear_func(s->values, clear_value);
}

void select_and(struct select *s, const char *condition)
{
	g_string_append(s->sql, s->narrowed ? " AND " : " WHERE ");
	g_string_append(s->sql, condition);
	s->narrowed = TRUE;
}

static void add_text(struct select *s, const char *text)
{
	struct select_value value = {.text = g_strdup(text)};

	g_array_append_val(s->values, value);
}

void select_number(struct select *s, gint64 number)
{
	struct select_value value = {.number = number};

	g_array_append_val(s->values, value);
}

void select_and_text(struct select *s, const char *condition, const char *text)
{
	if (!text)
		return;
	select_and(s, condition);
	add_text(s, text);
}

void select_and_number(struct select *s, const char *condition, gint64 number)
{
	select_and(s, condition);
	select_number(s, number);
}

/* "mm" means "mm/slub" too, and "linux-mm" the list "linux-mm.kvack.org". */
static void and_branch(
	struct select *s, const char *condition, const char *name, const char *separator)
{
	g_autofree char *branch = name ? g_strconcat(name, separator, NULL) : NULL;

	if (!name)
		return;
	select_and(s, condition);
	add_text(s, name);
	add_text(s, branch);
	add_text(s, branch);
}

static void where_list(struct select *s, const char *list)
{
	g_autofree char *lower = list ? g_ascii_strdown(list, -1) : NULL;

	and_branch(s,
		"EXISTS (SELECT 1 FROM sightings l WHERE l.message = m.id "
		"AND (l.list = ? OR substr(l.list, 1, length(?)) = ?))",
		lower, ".");
}

gboolean store_in_period(const struct store_filter *filter, gint64 date)
{
	if (filter->since == DATE_UNKNOWN && filter->until == DATE_UNKNOWN)
		return TRUE;
	return date != DATE_UNKNOWN && (filter->since == DATE_UNKNOWN || date >= filter->since) &&
	       (filter->until == DATE_UNKNOWN || date < filter->until);
}

void select_where_message(struct select *s, const struct store_filter *filter)
{
	select_and_text(s, "m.message_id = ?", filter->message);
	if (filter->since != DATE_UNKNOWN)
		select_and_number(s, "m.date >= ?", filter->since);
	if (filter->until != DATE_UNKNOWN)
		select_and_number(s, "m.date < ?", filter->until);
	if (filter->kind < MESSAGE_KINDS)
		select_and_text(s, "m.kind = ?", message_kind_name(filter->kind));
	where_list(s, filter->list);
	and_branch(s, "(r.subsystem = ? OR substr(r.subsystem, 1, length(?)) = ?)",
		filter->subsystem, "/");
}

/*
 * The id begins with what was asked for, or is an abbreviation of it.  'g' is what
 * follows the last hexadecimal digit; a tag has to be given in full.
 */
void select_commit(struct select *s, const char *column, const char *commit)
{
	gboolean hexadecimal = commit && strspn(commit, "0123456789abcdefABCDEF") == strlen(commit);
	g_autofree char *prefix = NULL, *end = NULL, *sql = NULL;

	if (!commit)
		return;
	prefix = hexadecimal ? g_ascii_strdown(commit, -1) : g_strdup(commit);
	end = g_strconcat(prefix, hexadecimal ? "g" : "", NULL);
	sql = g_strdup_printf("(%s = ? OR (%s >= ? AND %s < ?) OR "
			      "(length(%s) >= 7 AND substr(?, 1, length(%s)) = %s AND ?))",
		column, column, column, column, column, column);
	select_and(s, sql);
	add_text(s, prefix);
	add_text(s, prefix);
	add_text(s, end);
	add_text(s, prefix);
	select_number(s, hexadecimal);
}

void select_where_report(struct select *s, const struct store_filter *filter)
{
	select_commit(s, "r.commit_id", filter->commit);
	select_and_text(s, "r.testcase = ?", filter->testcase);
	select_and_text(s, "r.tbox_group = ?", filter->machine);
}

/* "MESSAGE-ID#part:line"; an id may hold '#' itself.  Of any other form: no table. */
static void where_table_id(struct select *s, const char *id)
{
	const char *hash = id ? strrchr(id, '#') : NULL;
	const char *colon = hash ? strchr(hash, ':') : NULL;
	g_autofree char *message = NULL, *part = NULL;
	guint64 part_number, line;

	if (!id)
		return;
	message = hash ? g_strndup(id, (gsize)(hash - id)) : NULL;
	part = colon ? g_strndup(hash + 1, (gsize)(colon - hash - 1)) : NULL;
	if (!part || !literal_count(slice_of(part), &part_number) || part_number > G_MAXUINT ||
		!literal_count(slice_of(colon + 1), &line) || line > G_MAXUINT) {
		select_and(s, "1 = 0");
		return;
	}
	select_and_text(s, "m.message_id = ?", message);
	select_and_number(s, "t.part = ?", (gint64)part_number);
	select_and_number(s, "t.line = ?", (gint64)line);
}

#define AXIS(table, key)                                                                           \
	"(SELECT a.value FROM axes a WHERE a.table_id = " table " AND a.key = '" key               \
	"' ORDER BY a.nr LIMIT 1)"

static void where_any_column(struct select *s, const char *commit)
{
	if (!commit)
		return;
	select_and(s, "EXISTS (SELECT 1 FROM columns c WHERE c.table_id = t.id");
	select_commit(s, "c.commit_id", commit);
	g_string_append_c(s->sql, ')');
}

static void where_copy_of(struct select *s, const char *message)
{
	select_and_text(s,
		"t.copy_of IN (SELECT o.id FROM messages om JOIN tables o ON o.message = om.id "
		"WHERE om.message_id = ?)",
		message);
}

void select_where_table(struct select *s, const struct store_filter *filter)
{
	where_copy_of(s, filter->about);
	where_table_id(s, filter->table);
	where_any_column(s, filter->commit);
	select_and_text(
		s, "coalesce(" AXIS("t.id", "testcase") ", r.testcase) = ?", filter->testcase);
	select_and_text(
		s, "coalesce(" AXIS("t.id", "tbox_group") ", r.tbox_group) = ?", filter->machine);
}

void select_where_impact(struct select *s, const struct store_filter *filter)
{
	select_commit(s, "r.commit_id", filter->commit);
	select_and_text(s,
		"coalesce(i.testcase, " AXIS("i.table_id", "testcase") ", r.testcase) = ?",
		filter->testcase);
	select_and_text(s, "coalesce(" AXIS("i.table_id", "tbox_group") ", r.tbox_group) = ?",
		filter->machine);
}

void select_where_citation(struct select *s, const struct store_filter *filter)
{
	select_where_report(s, filter);
	select_and_text(s,
		"EXISTS (SELECT 1 FROM messages om JOIN tables o ON o.message = om.id "
		"JOIN packed_rows w ON w.table_id = o.id "
		"WHERE om.message_id = ? AND " HAS_PRINT("w.prints", "c.print") ")",
		filter->about);
	select_and_text(s, "m.message_id <> ?", filter->about);
}

void select_where_event(struct select *s, const struct store_filter *filter)
{
	if (filter->about) {
		select_and(s, "(e.target = ? OR m.in_reply_to = ? OR m.id IN "
			      "(SELECT f.message FROM refs f WHERE f.message_id = ?))");
		for (guint i = 0; i < 3; i++)
			add_text(s, filter->about);
	}
	select_and_text(s, "m.message_id <> ?", filter->about);
	select_commit(s, "e.commit_id", filter->commit);
	select_and_text(s, "r.testcase = ?", filter->testcase);
	select_and_text(s, "r.tbox_group = ?", filter->machine);
}

static gboolean asks_of_messages(const struct store_filter *filter)
{
	return filter->table || filter->list || filter->subsystem || filter->kind < MESSAGE_KINDS;
}

/* Of a text that is no number the period fits never. */
static void where_started(struct select *s, const char *condition, gint64 moment)
{
	if (moment == DATE_UNKNOWN)
		return;
	select_and(s, "run.started GLOB '[0-9]*'");
	select_and_number(s, condition, moment);
}

void select_where_run(struct select *s, const struct store_filter *filter)
{
	if (asks_of_messages(filter))
		select_and(s, "1 = 0");
	select_and_text(s,
		"EXISTS (SELECT 1 FROM jobs j JOIN messages m ON m.id = j.message "
		"WHERE m.message_id = ? "
		"AND instr(j.result_root || '/', '/' || run.root || '/') > 0)",
		filter->message);
	if (filter->run) {
		select_and_text(s,
			"(run.root || '/' || run.number = ? OR EXISTS (SELECT 1 FROM run_sightings "
			"g "
			"JOIN paths p ON p.id = g.path_id WHERE g.run = run.id AND p.path = ?))",
			filter->run);
		add_text(s, filter->run);
	}
	where_started(s, "CAST(run.started AS INTEGER) >= ?", filter->since);
	where_started(s, "CAST(run.started AS INTEGER) < ?", filter->until);
	select_commit(s, "run.commit_id", filter->commit);
	select_and_text(s, "run.testcase = ?", filter->testcase);
	select_and_text(s, "run.tbox_group = ?", filter->machine);
}

void select_below(struct select *s, const char *condition)
{
	g_string_append(s->sql, condition);
	s->narrowed = FALSE;
}

void select_below_end(struct select *s)
{
	g_string_append_c(s->sql, ')');
	s->narrowed = TRUE;
}

void select_union(struct select *s, const char *head)
{
	g_string_append(s->sql, " UNION ALL ");
	g_string_append(s->sql, head);
	s->narrowed = FALSE;
}

gboolean select_open(struct select *s, struct store *store, const char *tail, GError **error)
{
	g_string_append(s->sql, tail);
	if (!query_open(&s->query, store, s->sql->str, error))
		return FALSE;
	for (guint i = 0; i < s->values->len; i++) {
		const struct select_value *value =
			&g_array_index(s->values, struct select_value, i);

		if (value->text)
			query_text(&s->query, value->text);
		else
			query_int(&s->query, value->number);
	}
	return TRUE;
}

void select_close(struct select *s)
{
	if (s->query.statement)
		query_close(&s->query);
	g_string_free(s->sql, TRUE);
	g_array_unref(s->values);
}
