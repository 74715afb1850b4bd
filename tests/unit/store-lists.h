/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store of a test's own, and all that its lists say, as text. */
#pragma once

#include "store/query.h"
#include "tests/unit/made-records.h"

#include <glib/gstdio.h>

struct place {
	char *folder, *file;
};

static inline struct place place_new(void)
{
	struct place place;
	g_autoptr(GError) error = NULL;

	place.folder = g_dir_make_tmp("store-XXXXXX", &error);
	g_assert_no_error(error);
	place.file = g_build_filename(place.folder, "store.db", NULL);
	return place;
}

static inline void place_remove(struct place *place)
{
	GDir *dir = g_dir_open(place->folder, 0, NULL);
	const char *name;

	while ((name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(place->folder, name, NULL);

		g_assert_cmpint(g_remove(path), ==, 0);
	}
	g_dir_close(dir);
	g_assert_cmpint(g_rmdir(place->folder), ==, 0);
	g_free(place->folder);
	g_free(place->file);
}

static inline struct store *open_store(const char *file, enum store_mode mode)
{
	g_autoptr(GError) error = NULL;
	struct store *store = store_open(file, mode, &error);

	g_assert_no_error(error);
	g_assert_nonnull(store);
	return store;
}

static inline void close_store(struct store *store)
{
	g_autoptr(GError) error = NULL;

	store_close(store, &error);
	g_assert_no_error(error);
}

/* Puts and frees it, in a transaction of its own. */
static inline enum store_outcome put_made(
	struct store *store, struct made *m, gboolean *ret_differs)
{
	g_autoptr(GError) error = NULL;
	enum store_outcome outcome = STORE_STORED;
	gboolean differs = FALSE;

	store_begin(store, &error);
	g_assert_no_error(error);
	store_put(store, m->records, m->diags, &outcome, &differs, &error);
	g_assert_no_error(error);
	store_commit(store, &error);
	g_assert_no_error(error);
	made_free(m);
	if (ret_differs)
		*ret_differs = differs;
	return outcome;
}

/* ---- lists as text ---------------------------------------------------------- */

#define SHOW(text) ((text) ? (text) : "-")

static inline void print_change(GString *out, const struct store_change *change)
{
	g_string_append_printf(
		out, " [%s %g %s]", SHOW(change->text), change->value, unit_name(change->unit));
}

static inline void print_fields(GString *out, const struct store_field *fields, guint n)
{
	for (guint i = 0; i < n; i++)
		g_string_append_printf(out, " %s=%s", fields[i].key, SHOW(fields[i].value));
}

static inline void print_message_facts(GString *out, const struct store_message *m)
{
	g_string_append_printf(out,
		"%s %d %" G_GINT64_FORMAT
		" %s list=%s %s %s %s <%s> \"%s\" re=%s thread=%s seen=%u "
		"at %s:%" G_GINT64_FORMAT ":%s files",
		m->message_id, m->synthetic_id, m->date, SHOW(m->date_text), SHOW(m->list),
		message_kind_name(m->kind), author_kind_name(m->author), SHOW(m->from_name),
		SHOW(m->from_address), SHOW(m->subject), SHOW(m->in_reply_to), m->thread,
		m->sightings, SHOW(m->source.path), m->source.offset, SHOW(m->source.object));
	for (guint i = 0; m->attachments[i]; i++)
		g_string_append_printf(out, " %s", m->attachments[i]);
}

static inline gboolean print_message(const struct store_message *m, void *data)
{
	g_string_append(data, "message ");
	print_message_facts(data, m);
	g_string_append_c(data, '\n');
	return TRUE;
}

static inline gboolean print_report(const struct store_report *r, void *data)
{
	GString *out = data;

	g_string_append(out, "report ");
	print_message_facts(out, &r->message);
	g_string_append_printf(out, " | %s", SHOW(r->metric));
	print_change(out, &r->change);
	g_string_append_printf(out,
		" %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %u %u %u %u %u main %s:%u",
		SHOW(r->claim), SHOW(verdict_name(r->verdict)), SHOW(r->failure), SHOW(r->commit),
		SHOW(r->commit_title), SHOW(r->parent), SHOW(r->tree), SHOW(r->branch),
		SHOW(r->testcase), SHOW(r->tbox_group), SHOW(r->machine), SHOW(r->subsystem),
		SHOW(r->compiler), SHOW(r->kconfig), SHOW(r->head), SHOW(r->link), r->tables,
		r->rows, r->fail_rows, r->boxes, r->plots, SHOW(r->main_table), r->headline_line);
	print_fields(out, r->params, r->n_params);
	for (guint i = 0; i < r->n_failures; i++) {
		g_string_append_printf(out, " %s", r->failures[i].name);
		for (guint k = 0; k < r->failures[i].columns; k++)
			g_string_append_printf(
				out, ":%" G_GUINT64_FORMAT, r->failures[i].counts[k]);
	}
	g_string_append_c(out, '\n');
	return TRUE;
}

static inline gboolean print_table(const struct store_table *t, void *data)
{
	GString *out = data;

	g_string_append_printf(out, "table %s %s %u %u %u %s %s %s %s rows %u %u", t->id,
		t->message_id, t->part, t->line, t->depth, SHOW(t->attachment), SHOW(t->copy_of),
		table_style_name(t->style), SHOW(t->machine), t->rows, t->fail_rows);
	print_fields(out, t->axes, t->n_axes);
	for (guint i = 0; i < t->n_commits; i++)
		g_string_append_printf(out, " (%s %s %s %s)", SHOW(t->commits[i].id),
			SHOW(t->commits[i].head), SHOW(t->commits[i].title),
			SHOW(t->commits[i].note));
	g_string_append_c(out, '\n');
	return TRUE;
}

static inline gboolean print_row(const struct store_row *r, void *data)
{
	GString *out = data;

	g_string_append_printf(out, "row %s %s %u %s %s %s %s", r->table, r->message_id, r->line,
		row_kind_name(r->kind), r->stat, SHOW(r->note), consistency_name(r->consistency));
	for (guint i = 0; i < r->n_cells; i++) {
		const struct store_cell *cell = &r->cells[i];

		g_string_append_printf(out,
			" (%s %g %g..%g %d %" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT ")",
			SHOW(cell->text), cell->mean, cell->means.low, cell->means.high,
			cell->stddev == STDDEV_NONE ? -1 : cell->stddev, cell->fails, cell->runs);
		if (i)
			print_change(out, &r->changes[i - 1]);
	}
	g_string_append_c(out, '\n');
	return TRUE;
}

static inline gboolean print_impact(const struct store_impact *i, void *data)
{
	GString *out = data;

	g_string_append_printf(out, "impact %s %u %s %s %s %s %s %s", i->message_id, i->line,
		SHOW(i->text), SHOW(i->testcase), SHOW(i->metric), SHOW(i->machine),
		SHOW(verdict_name(i->verdict)), SHOW(i->table));
	print_change(out, &i->change);
	print_fields(out, i->params, i->n_params);
	g_string_append_c(out, '\n');
	return TRUE;
}

static inline void print_series(GString *out, const char *name, const struct store_series *series)
{
	g_string_append_printf(out, " %s", name);
	for (guint i = 0; i < series->n; i++)
		g_string_append_printf(out, " %u:%g", series->columns[i], series->values[i]);
}

static inline gboolean print_plot(const struct store_plot *p, void *data)
{
	g_string_append_printf(data, "plot %s %u %u %s %ux%u %g..%g", p->message_id, p->line,
		p->depth, SHOW(p->title), p->lines, p->columns, p->low, p->high);
	print_series(data, "good", &p->good);
	print_series(data, "bad", &p->bad);
	g_string_append_c(data, '\n');
	return TRUE;
}

static inline gboolean print_job(const struct store_job *j, void *data)
{
	g_string_append_printf(
		data, "job %s %s %u %u", j->message_id, SHOW(j->attachment), j->part, j->document);
	g_string_append_printf(data, " %s axes", SHOW(j->result_root));
	print_fields(data, j->axes, j->n_axes);
	g_string_append(data, " needs");
	print_fields(data, j->needs, j->n_needs);
	g_string_append(data, " fields");
	print_fields(data, j->fields, j->n_fields);
	g_string_append_c(data, '\n');
	return TRUE;
}

static inline gboolean print_figure(const struct store_figure *f, void *data)
{
	GString *out = data;

	g_string_append_printf(out, "figure %s %s %u:%u %u %s %s", f->message_id,
		figure_kind_name(f->kind), f->part, f->line, f->depth, SHOW(f->block), f->name);
	for (guint i = 0; i < f->n_values; i++)
		g_string_append_printf(out, " %g", f->values[i]);
	g_string_append_printf(out, " %s %g %s\n", SHOW(f->unit), f->percent, SHOW(f->note));
	return TRUE;
}

static inline gboolean print_finding_of_log(const struct store_finding *f, void *data)
{
	g_string_append_printf(
		data, "log %s %u:%u %s {%s}\n", f->message_id, f->part, f->line, f->kind, f->text);
	return TRUE;
}

static inline gboolean print_diff(const struct store_diff *d, void *data)
{
	g_string_append_printf(data, "diff %s %u:%u %s -> %s %u +%u -%u\n", d->message_id, d->part,
		d->line, SHOW(d->old_path), SHOW(d->new_path), d->hunks, d->added, d->removed);
	return TRUE;
}

static inline gboolean print_command(const struct store_command *c, void *data)
{
	g_string_append_printf(data, "command %s %u:%u %s %s {%s}\n", c->message_id, c->part,
		c->line, command_kind_name(c->kind), SHOW(c->time), c->text);
	return TRUE;
}

static inline gboolean print_attachment(const struct store_attachment *a, void *data)
{
	g_string_append_printf(data, "attachment %s %u %s %s %s %" G_GUINT64_FORMAT " %s %s%.*s\n",
		a->message_id, a->part, SHOW(a->name), SHOW(a->type), SHOW(a->sha256), a->size,
		attachment_kind_name(a->kind), slice_is_null(a->content) ? "-" : "content ",
		SLICE_ARG(a->content));
	return TRUE;
}

/* No list gives them one by one. */
#define SIGHTINGS                                                                                  \
	"SELECT m.message_id, p.path, s.byte_offset, s.object, s.list FROM sightings s "           \
	"JOIN messages m ON m.id = s.message JOIN paths p ON p.id = s.path_id "                    \
	"ORDER BY p.path, s.byte_offset, s.object, m.message_id"

static inline void print_sighting(struct query *q, void *data)
{
	g_string_append_printf(data, "sighting %s %s:%" G_GINT64_FORMAT ":%s %s\n",
		query_word_at(q, 0), query_word_at(q, 1), query_int_or(q, 2, -1),
		SHOW(query_text_at(q, 3)), SHOW(query_text_at(q, 4)));
}

static inline gboolean print_source(const struct store_source *s, void *data)
{
	g_string_append_printf(data,
		"source %s %s %" G_GINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
		" %d %s %" G_GUINT64_FORMAT "\n",
		s->path, s->kind, s->size, s->bytes, s->documents, s->complete,
		SHOW(s->fingerprint), s->sightings);
	return TRUE;
}

static inline gboolean print_diag(const struct store_diag *d, void *data)
{
	g_autofree char *excerpt =
		g_strndup(SHOW(d->excerpt.at), d->excerpt.at ? d->excerpt.len : 1);

	g_string_append_printf(data, "diag %s %s %s:%" G_GINT64_FORMAT ":%s %u:%u %s {%s}\n",
		diag_name(d->id), SHOW(d->message_id), SHOW(d->origin.path), d->origin.offset,
		SHOW(d->origin.object), d->origin.part, d->origin.line, d->detail, excerpt);
	return TRUE;
}

static inline gboolean print_commit(const struct store_commit *c, void *data)
{
	g_string_append_printf(data, "commit %s %s %s %u %u\n", c->id, SHOW(c->title),
		SHOW(c->subsystem), c->reports, c->tables);
	return TRUE;
}

static inline gboolean print_event(const struct store_event *e, void *out)
{
	g_string_append_printf(out, "event %s %d %s %s %u:%u %s %s %s %s %s %s", e->message_id,
		(int)e->date, event_kind_name(e->kind), author_kind_name(e->author), e->part,
		e->line, SHOW(e->text), SHOW(e->commit), SHOW(e->title), SHOW(e->tree),
		SHOW(e->link), SHOW(e->target));
	for (guint i = 0; e->answers[i]; i++)
		g_string_append_printf(out, " <%s>", e->answers[i]);
	g_string_append_c(out, '\n');
	return TRUE;
}

static inline void print_totals(
	struct store *store, const struct store_filter *filter, GString *out)
{
	g_autoptr(GError) error = NULL;
	struct store_totals t;

	store_totals(store, filter, &t, &error);
	g_assert_no_error(error);
	g_string_append_printf(out,
		"totals reports %d tables %d rows %d %d inconsistent %d "
		"sightings %d sources %d:",
		(int)t.reports, (int)t.tables, (int)t.rows, (int)t.fail_rows, (int)t.inconsistent,
		(int)t.sightings, (int)t.sources);
	for (guint i = 0; i < MESSAGE_KINDS; i++)
		g_string_append_printf(out, " %d", (int)t.messages[i]);
	for (guint i = 0; i < DIAG_COUNT; i++) {
		if (t.diags[i])
			g_string_append_printf(out, " %s %d", diag_name(i), (int)t.diags[i]);
	}
	g_string_append_c(out, '\n');
}

/* Every list of what fits the filter. */
static inline char *lists_of(struct store *store, const struct store_filter *filter)
{
	GString *out = g_string_new(NULL);
	g_autoptr(GError) error = NULL;

	store_list_messages(store, filter, print_message, out, &error);
	g_assert_no_error(error);
	store_list_reports(store, filter, print_report, out, &error);
	g_assert_no_error(error);
	store_list_tables(store, filter, print_table, out, &error);
	g_assert_no_error(error);
	store_list_rows(store, filter, print_row, out, &error);
	g_assert_no_error(error);
	store_list_impacts(store, filter, print_impact, out, &error);
	g_assert_no_error(error);
	store_list_plots(store, filter, print_plot, out, &error);
	g_assert_no_error(error);
	store_list_jobs(store, filter, print_job, out, &error);
	g_assert_no_error(error);
	store_list_figures(store, filter, print_figure, out, &error);
	g_assert_no_error(error);
	store_list_findings(store, filter, print_finding_of_log, out, &error);
	g_assert_no_error(error);
	store_list_diffs(store, filter, print_diff, out, &error);
	g_assert_no_error(error);
	store_list_commands(store, filter, print_command, out, &error);
	g_assert_no_error(error);
	store_list_attachments(store, filter, print_attachment, out, &error);
	g_assert_no_error(error);
	query_each(store, SIGHTINGS, 0, 0, print_sighting, out, &error);
	g_assert_no_error(error);
	store_list_sources(store, print_source, out, &error);
	g_assert_no_error(error);
	store_list_diags(store, filter, print_diag, out, &error);
	g_assert_no_error(error);
	store_list_commits(store, filter, print_commit, out, &error);
	g_assert_no_error(error);
	store_list_events(store, filter, print_event, out, &error);
	g_assert_no_error(error);
	print_totals(store, filter, out);
	return g_string_free(out, FALSE);
}

static inline char *all_lists(struct store *store)
{
	struct store_filter all = STORE_FILTER_ALL;

	return lists_of(store, &all);
}

static inline void print_finding(const char *finding, void *data)
{
	g_string_append_printf(data, "%s\n", finding);
}

static inline void assert_sound(struct store *store)
{
	g_autoptr(GString) findings = g_string_new(NULL);
	g_autoptr(GError) error = NULL;
	guint n = 0;

	store_check(store, print_finding, findings, &n, &error);
	g_assert_no_error(error);
	g_assert_cmpstr(findings->str, ==, "");
	g_assert_cmpuint(n, ==, 0);
}
