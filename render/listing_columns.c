/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which columns the tables for people have. */
#include "render/listing.h"

#include <math.h>
#include <stdlib.h>

/* Digits of a commit that are enough for people. */
#define SHORT_COMMIT 12

#define LISTING(thing, ...)                                                                        \
	struct listing *listing_of_##thing(guint width, listing_print_fn print, void *data)        \
	{                                                                                          \
		static const struct listing_column columns[] = {__VA_ARGS__};                      \
                                                                                                   \
		return listing_new(columns, G_N_ELEMENTS(columns), width, print, data);            \
	}

static char *day(gint64 seconds)
{
	g_autoptr(GDateTime) moment =
		seconds == G_MININT64 ? NULL : g_date_time_new_from_unix_utc(seconds);

	return moment ? g_date_time_format(moment, "%Y-%m-%d") : NULL;
}

static char *decimal(guint64 n)
{
	return g_strdup_printf("%" G_GUINT64_FORMAT, n);
}

static char *short_commit(const char *id)
{
	gboolean hash = id && strspn(id, "0123456789abcdef") == strlen(id);

	return hash ? g_strndup(id, SHORT_COMMIT) : g_strdup(id);
}

LISTING(reports, {"DATE"}, {"KIND"}, {"CHANGE", TRUE}, {"METRIC"}, {"VERDICT"}, {"COMMIT"},
	{"TESTCASE"}, {"MACHINE"}, {"MESSAGE-ID"})

void listing_add_report(struct listing *listing, const struct store_report *r)
{
	g_autofree char *date = day(r->message.date), *commit = short_commit(r->commit);
	const char *cells[] = {date, message_kind_name(r->message.kind), r->change.text,
		r->metric ? r->metric : r->failure, verdict_name(r->verdict), commit, r->testcase,
		r->tbox_group, r->message.message_id};

	listing_add(listing, cells);
}

LISTING(moves, {"DATE"}, {"CHANGE", TRUE}, {"METRIC"}, {"VERDICT"}, {"SUBSYSTEM"}, {"COMMIT"},
	{"MACHINE"}, {"LINE", TRUE}, {"MESSAGE-ID"})

void listing_add_move(struct listing *listing, const struct store_move *m)
{
	g_autofree char *date = day(m->date), *commit = short_commit(m->commit),
			*line = m->line ? decimal(m->line) : NULL;
	const char *cells[] = {date, m->change.text, m->metric, verdict_name(m->verdict),
		m->subsystem, commit, m->tbox_group ? m->tbox_group : m->machine, line,
		m->message_id};

	listing_add(listing, cells);
}

LISTING(messages, {"DATE"}, {"KIND"}, {"AUTHOR"}, {"LIST"}, {"SUBJECT"}, {"MESSAGE-ID"})

void listing_add_message(struct listing *listing, const struct store_message *m)
{
	g_autofree char *date = day(m->date);
	const char *cells[] = {date, message_kind_name(m->kind), author_kind_name(m->author),
		m->list, m->subject, m->message_id};

	listing_add(listing, cells);
}

LISTING(tables, {"ROWS", TRUE}, {"FAILS", TRUE}, {"DEPTH", TRUE}, {"STYLE"}, {"COMMITS"},
	{"COPY OF"}, {"TABLE"})

void listing_add_table(struct listing *listing, const struct store_table *t)
{
	g_autoptr(GString) commits = g_string_new(NULL);
	g_autofree char *rows = decimal(t->rows), *fails = decimal(t->fail_rows),
			*depth = decimal(t->depth);

	for (guint i = 0; i < t->n_commits; i++) {
		g_autofree char *id = short_commit(t->commits[i].id);

		g_string_append_printf(commits, "%s%s", i ? " " : "", id ? id : "-");
	}
	const char *cells[] = {
		rows, fails, depth, table_style_name(t->style), commits->str, t->copy_of, t->id};
	listing_add(listing, cells);
}

static char *cell_text(const struct store_cell *cell, enum row_kind kind)
{
	if (kind == ROW_FAIL)
		return g_strdup_printf(
			"%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT, cell->fails, cell->runs);
	if (cell->stddev == STDDEV_NONE)
		return g_strdup(cell->text);
	return g_strdup_printf("%s \302\261%d%%", cell->text ? cell->text : "", cell->stddev);
}

LISTING(rows, {"BASE", TRUE}, {"CHANGES AND VALUES"}, {"STAT"}, {"CONSISTENCY"}, {"LINE", TRUE},
	{"TABLE"})

void listing_add_row(struct listing *listing, const struct store_row *r)
{
	g_autoptr(GString) others = g_string_new(NULL);
	g_autofree char *base = r->n_cells ? cell_text(&r->cells[0], r->kind) : NULL;
	g_autofree char *line = decimal(r->line);

	for (guint i = 1; i < r->n_cells; i++) {
		g_autofree char *value = cell_text(&r->cells[i], r->kind);
		const char *change = r->changes[i - 1].text;

		g_string_append_printf(others, "%s%8s  %s", i > 1 ? "  " : "",
			change ? change : "-", value ? value : "-");
	}
	const char *cells[] = {
		base, others->str, r->stat, consistency_name(r->consistency), line, r->table};
	listing_add(listing, cells);
}

LISTING(plots, {"GOOD", TRUE}, {"MEDIAN", TRUE}, {"BAD", TRUE}, {"MEDIAN", TRUE}, {"+-", TRUE},
	{"TITLE"}, {"LINE", TRUE}, {"MESSAGE-ID"})

static int compare_values(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* NULL for no samples. */
static char *median(const struct store_series *series)
{
	g_autofree double *sorted = g_memdup2(series->values, series->n * sizeof(double));
	guint half = series->n / 2;

	if (!series->n)
		return NULL;
	qsort(sorted, series->n, sizeof(double), compare_values);
	return g_strdup_printf(
		"%g", series->n % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2);
}

void listing_add_plot(struct listing *listing, const struct store_plot *p)
{
	g_autofree char *good = decimal(p->good.n), *good_median = median(&p->good),
			*bad = decimal(p->bad.n), *bad_median = median(&p->bad),
			*line = decimal(p->line),
			*half = p->lines ? g_strdup_printf(
						   "%.2g", (p->high - p->low) / (p->lines - 1) / 2)
					 : NULL;
	const char *cells[] = {
		good, good_median, bad, bad_median, half, p->title, line, p->message_id};

	listing_add(listing, cells);
}

LISTING(citations, {"LINE", TRUE}, {"ROW"}, {"MESSAGE-ID"}, {"TABLE"})

void listing_add_citation(struct listing *listing, const struct store_citation *c)
{
	g_autofree char *line = decimal(c->line);
	const char *cells[] = {line, c->text, c->message_id, c->table};

	listing_add(listing, cells);
}

LISTING(figures, {"KIND"}, {"LINE", TRUE}, {"NAME"}, {"VALUES"}, {"UNIT"}, {"%", TRUE}, {"BLOCK"},
	{"MESSAGE-ID"})

void listing_add_figure(struct listing *listing, const struct store_figure *f)
{
	g_autofree char *line = decimal(f->line),
			*percent = isnan(f->percent) ? NULL : g_strdup_printf("%g", f->percent);
	g_autoptr(GString) values = g_string_new(NULL);

	for (guint i = 0; i < f->n_values; i++)
		g_string_append_printf(values, "%s%.15g", i ? " " : "", f->values[i]);
	const char *cells[] = {figure_kind_name(f->kind), line, f->name, values->str, f->unit,
		percent, f->block, f->message_id};

	listing_add(listing, cells);
}

LISTING(diffs, {"HUNKS", TRUE}, {"+", TRUE}, {"-", TRUE}, {"OLD"}, {"NEW"}, {"LINE", TRUE},
	{"MESSAGE-ID"})

void listing_add_diff(struct listing *listing, const struct store_diff *d)
{
	g_autofree char *hunks = decimal(d->hunks), *added = decimal(d->added),
			*removed = decimal(d->removed), *line = decimal(d->line);
	const char *cells[] = {
		hunks, added, removed, d->old_path, d->new_path, line, d->message_id};

	listing_add(listing, cells);
}

LISTING(jobs, {"FIELDS", TRUE}, {"TESTCASE"}, {"MACHINE"}, {"COMMIT"}, {"ATTACHMENT"},
	{"MESSAGE-ID"})

static const char *job_field(const struct store_job *job, const char *key)
{
	for (guint i = 0; i < job->n_fields; i++)
		if (!strcmp(job->fields[i].key, key))
			return job->fields[i].value;
	return NULL;
}

void listing_add_job(struct listing *listing, const struct store_job *j)
{
	g_autofree char *fields = decimal(j->n_fields),
			*commit = short_commit(job_field(j, "commit"));
	const char *cells[] = {fields, job_field(j, "testcase"), job_field(j, "tbox_group"), commit,
		j->attachment, j->message_id};

	listing_add(listing, cells);
}

LISTING(sources, {"KIND"}, {"BYTES", TRUE}, {"DOCUMENTS", TRUE}, {"SIGHTINGS", TRUE}, {"COMPLETE"},
	{"PATH"})

void listing_add_source(struct listing *listing, const struct store_source *s)
{
	g_autofree char *bytes = decimal(s->bytes), *documents = decimal(s->documents),
			*sightings = decimal(s->sightings);
	const char *cells[] = {
		s->kind, bytes, documents, sightings, s->complete ? "yes" : "no", s->path};

	listing_add(listing, cells);
}

LISTING(diags, {"LEVEL"}, {"DIAGNOSTIC"}, {"PATH"}, {"BYTE", TRUE}, {"LINE", TRUE}, {"WHAT"},
	{"TEXT"})

void listing_add_diag(struct listing *listing, const struct store_diag *d)
{
	g_autofree char *offset = d->origin.offset < 0 ? NULL : decimal((guint64)d->origin.offset);
	g_autofree char *line = d->origin.line ? decimal(d->origin.line) : NULL;
	g_autofree char *excerpt = slice_dup(slice_trim(d->excerpt));
	const char *cells[] = {diag_level_name(diag_level(d->id)), diag_name(d->id), d->origin.path,
		d->origin.object ? d->origin.object : offset, line, d->detail, excerpt};

	listing_add(listing, cells);
}

LISTING(commits, {"COMMIT"}, {"REPORTS", TRUE}, {"TABLES", TRUE}, {"SUBSYSTEM"}, {"TITLE"})

void listing_add_commit(struct listing *listing, const struct store_commit *c)
{
	g_autofree char *id = short_commit(c->id), *reports = decimal(c->reports),
			*tables = decimal(c->tables);
	const char *cells[] = {id, reports, tables, c->subsystem, c->title};

	listing_add(listing, cells);
}

LISTING(events, {"DATE"}, {"EVENT"}, {"AUTHOR"}, {"COMMIT"}, {"LINE", TRUE}, {"MESSAGE-ID"},
	{"TEXT"})

void listing_add_event(struct listing *listing, const struct store_event *e)
{
	g_autofree char *date = day(e->date), *commit = short_commit(e->commit);
	g_autofree char *line = e->line ? decimal(e->line) : NULL;
	const char *cells[] = {date, event_kind_name(e->kind), author_kind_name(e->author), commit,
		line, e->message_id, e->text};

	listing_add(listing, cells);
}

LISTING(clusters, {"CLUSTER"}, {"SINCE"}, {"STATE"}, {"REPORTS", TRUE}, {"TESTS", TRUE},
	{"MACHINES", TRUE}, {"RUN AGAIN"}, {"SUBSYSTEM"}, {"TITLE"})

void listing_add_cluster(struct listing *listing, const struct store_cluster *c)
{
	g_autofree char *first = day(c->first), *reports = decimal(c->reports),
			*tests = decimal(c->testcases), *machines = decimal(c->machines);
	const char *cells[] = {c->id, first, state_name(c->state), reports, tests, machines,
		c->verdict, c->subsystem, c->title};

	listing_add(listing, cells);
}

LISTING(runs, {"STARTED"}, {"COMMIT"}, {"TESTCASE"}, {"MACHINE"}, {"STATE"}, {"SAMPLES", TRUE},
	{"RUN"})

/* Of what the job says itself, and of a run without numbers. */
static const char *state_of(const struct store_run *r)
{
	if (!r->numbers)
		return "no numbers";
	return r->incomplete ? "incomplete" : r->state;
}

void listing_add_run(struct listing *listing, const struct store_run *r)
{
	char *end;
	gint64 started = g_ascii_strtoll(r->started, &end, 10);
	g_autofree char *date = *r->started && !*end ? day(started) : NULL;
	g_autofree char *commit = short_commit(r->commit), *samples = decimal(r->n_samples);
	const char *cells[] = {
		date, commit, r->testcase, r->tbox_group, state_of(r), samples, r->name};

	listing_add(listing, cells);
}

LISTING(samples, {"VALUE", TRUE}, {"STAT"}, {"RUN"})

void listing_add_sample(struct listing *listing, const char *run, const struct store_sample *s)
{
	g_autofree char *value = !s->is_sound ? NULL
				 : s->value.kind == NUMBER_INTEGER
					 ? g_strdup_printf("%" G_GINT64_FORMAT, s->value.integer)
					 : g_strdup_printf("%.15g", s->value.real);
	const char *cells[] = {value, s->stat, run};

	listing_add(listing, cells);
}
