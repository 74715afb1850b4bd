/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The head of a digest: what was read, how it is judged; and the diagnostics of the
 * appendix.
 */
#include "compare/calibration.h"
#include "render/digest_parts.h"
#include "store/digests.h"

static const char method[] =
	"The printed means and spreads of base and blamed commit are compared by Welch's test on "
	"their logarithms (Fieller's interval where a spread exceeds 30 %). What rounding and an "
	"unknown number of runs leave open is carried as an interval. p is as it stands; grades "
	"are "
	"by p corrected for the number of the tests' own rows that blame the same commit (Holm): "
	"STRONG at most .001, SUPPORTED at most .05, WEAK where the unknown decides, else "
	"UNSUPPORTED. All rows are screened: the robot printed only what had passed its own "
	"selection, so changes are likely to be smaller than they look.";

static const char listing_rule[] =
	"Every commit that a performance report of the period blames, and every one known before "
	"of which the period has news, whatever the grade; the ledger counts all that are known.";

static const char subject_rule[] =
	"new: regressions first reported in the period; improvements likewise. fixed, reopened and "
	"the other states: regressions, new or old, that came to that state in the period and "
	"are in it at its end. What is none is left out.";

/* ---- diagnostics --------------------------------------------------------------- */

static struct digest_diags *diags_of(struct digest *digest, enum diag_id id)
{
	for (guint i = 0; i < digest->diags->len; i++) {
		struct digest_diags *kind = digest->diags->pdata[i];

		if (kind->id == id)
			return kind;
	}
	return NULL;
}

static const char *place_of(struct digest *digest, const struct store_diag *diag)
{
	g_autoptr(GString) place = g_string_new(diag->message_id);

	if (diag->origin.path)
		g_string_append_printf(place, "%s%s", place->len ? ", in " : "", diag->origin.path);
	if (diag->origin.offset > 0) /* 0: a file of its own */
		g_string_append_printf(place, ", byte %" G_GINT64_FORMAT, diag->origin.offset);
	if (diag->origin.part)
		g_string_append_printf(place, ", part %u", diag->origin.part);
	if (diag->origin.line)
		g_string_append_printf(place, ", line %u", diag->origin.line);
	return digest_keep(digest, place->str);
}

static gboolean collect_diag(const struct store_diag *from, void *data)
{
	struct digest *digest = data;
	struct digest_diags *kind = diags_of(digest, from->id);

	if (!kind || kind->examples->len >= DIGEST_EXAMPLES_MAX)
		return TRUE;

	struct digest_diag *diag = g_new0(struct digest_diag, 1);
	g_autofree char *excerpt = slice_dup(from->excerpt);

	*diag = (struct digest_diag){
		.place = place_of(digest, from),
		.detail = digest_keep(digest, from->detail),
		.excerpt = digest_keep(digest, excerpt),
	};
	g_ptr_array_add(kind->examples, diag);
	return TRUE;
}

static void diags_free(struct digest_diags *kind)
{
	g_ptr_array_unref(kind->examples);
	g_free(kind);
}

void digest_head_init(struct digest *digest)
{
	digest->head.source_paths = g_ptr_array_new();
	digest->diags = g_ptr_array_new_with_free_func((GDestroyNotify)diags_free);
}

void digest_head_clear(struct digest *digest)
{
	g_ptr_array_unref(digest->diags);
	g_ptr_array_unref(digest->head.source_paths);
}

static gboolean fill_diags(struct digest *digest, struct store *store,
	const struct store_filter *filter, const guint64 counts[DIAG_COUNT], GError **error)
{
	for (int id = 0; id < DIAG_COUNT; id++) {
		if (!counts[id])
			continue;

		struct digest_diags *kind = g_new0(struct digest_diags, 1);

		*kind = (struct digest_diags){
			id, counts[id], g_ptr_array_new_with_free_func(g_free)};
		g_ptr_array_add(digest->diags, kind);
		digest->head.diagnostics += counts[id];
	}
	return store_list_diags(store, filter, collect_diag, digest, error);
}

/* ---- counts ------------------------------------------------------------------------ */

static gboolean collect_source(const struct store_source *source, void *data)
{
	struct digest *digest = data;

	digest->head.sources++;
	if (digest->head.source_paths->len < DIGEST_SOURCES_MAX)
		g_ptr_array_add(digest->head.source_paths,
			(char *)digest_keep(digest, source->path ? source->path : ""));
	return TRUE;
}

static void fill_counts(struct digest_head *head, const struct store_totals *totals)
{
	for (int kind = 0; kind < MESSAGE_KINDS; kind++) {
		head->messages[kind] = totals->messages[kind];
		head->messages_read += totals->messages[kind];
	}
	head->documents = totals->documents;
	head->tables = totals->tables;
	head->rows = totals->rows;
	head->fail_rows = totals->fail_rows;
	head->inconsistent = totals->inconsistent;
}

gboolean digest_head_fill(struct digest *digest, struct store *store,
	const struct digest_options *options, GError **error)
{
	struct digest_head *head = &digest->head;
	struct store_totals totals = {0};

	if (!store_totals(store, &options->filter, &totals, error) ||
		(!options->is_part && !store_list_sources(store, collect_source, digest, error)) ||
		!fill_diags(digest, store, &options->filter, totals.diags, error))
		return FALSE;

	g_autofree char *series = store_series_of(&options->filter);

	if (options->is_part)
		totals.documents = (struct store_documents){0};
	fill_counts(head, &totals);
	digest->asked_machine = digest_keep(digest, options->filter.machine);
	digest->asked_testcase = digest_keep(digest, options->filter.testcase);
	head->narrowed = *series ? digest_keep(digest, series) : NULL;
	head->end = options->filter.until;
	head->period = digest_keep(digest, options->period ? options->period : "all");
	head->since = options->filter.since;
	head->until = options->filter.until;
	head->generated = options->generated;
	head->method = method;
	head->calibration = calibration_told();
	head->formula = score_formula();
	head->subject_rule = subject_rule;
	head->listing_rule = listing_rule;
	return TRUE;
}
