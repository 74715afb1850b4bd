/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The claims of an entry, the one that leads, its score; sections and ranks of all. */
#include "render/digest_parts.h"

#include <math.h>

static enum grade grade_of(const struct digest_claim *claim)
{
	return claim->row ? claim->row->grade : GRADE_UNTESTABLE;
}

static double size_of(const struct digest_claim *claim)
{
	return score_size(claim->change.text ? claim->change.value : NAN, claim->change.unit);
}

/* ---- claims ------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
	const struct digest_claim *x = *(const struct digest_claim *const *)a;
	const struct digest_claim *y = *(const struct digest_claim *const *)b;
	double more = size_of(y) - size_of(x);
	const char *const names[][2] = {{x->testcase, y->testcase}, {x->machine, y->machine},
		{x->metric, y->metric}, {x->report->message_id, y->report->message_id}};

	if (more)
		return more < 0 ? -1 : 1;
	for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
		int order = g_strcmp0(names[i][0], names[i][1]);

		if (order)
			return order;
	}
	return x->line < y->line ? -1 : x->line > y->line;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_name(GPtrArray *names, const char *name)
{
	if (name && !g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
		g_ptr_array_add(names, (char *)name);
}

static void count_rows(
	struct digest *digest, struct digest_entry *entry, const struct digest_report *report)
{
	for (guint i = 0; i < report->judged->len; i++) {
		const struct digest_row *row = report->judged->pdata[i];

		if (row->alias_of)
			continue;
		digest->head.runs_from[row->before.runs.source]++;
		if (row->consistency == CONSISTENCY_INCONSISTENT)
			entry->inconsistent++;
	}
}

static gboolean same_params(const struct digest_claim *a, const struct digest_claim *b)
{
	g_auto(GStrv) mine = g_strsplit(a->params ? a->params : "", ", ", -1);
	g_auto(GStrv) theirs = g_strsplit(b->params ? b->params : "", ", ", -1);

	for (char **param = mine; *param; param++)
		if (!g_strv_contains((const char *const *)theirs, *param))
			return FALSE;
	return g_strv_length(mine) == g_strv_length(theirs);
}

static gboolean same_cell(const struct digest_cell *a, const struct digest_cell *b)
{
	return !g_strcmp0(a->text, b->text) && a->stddev == b->stddev;
}

/* Printed again by a later report, not measured again. */
static gboolean is_reprint(const struct digest_claim *claim, const struct digest_claim *first)
{
	return claim->report != first->report && claim->row && first->row &&
	       claim->verdict == first->verdict && !g_strcmp0(claim->metric, first->metric) &&
	       !g_strcmp0(claim->testcase, first->testcase) &&
	       !g_strcmp0(claim->machine, first->machine) &&
	       same_cell(&claim->row->before, &first->row->before) &&
	       same_cell(&claim->row->after, &first->row->after) && same_params(claim, first);
}

/* Reports come by date. */
static void add_claim(struct digest_entry *entry, struct digest_claim *claim)
{
	for (guint i = 0; i < entry->claims->len; i++) {
		struct digest_claim *first = entry->claims->pdata[i];

		if (!is_reprint(claim, first))
			continue;
		while (first->again)
			first = first->again;
		first->again = claim;
		return;
	}
	g_ptr_array_add(entry->claims, claim);
}

static void collect_claims(struct digest *digest, struct digest_entry *entry)
{
	g_autoptr(GPtrArray) testcases = g_ptr_array_new();

	for (guint i = 0; i < entry->reports->len; i++) {
		const struct digest_report *report = entry->reports->pdata[i];

		count_rows(digest, entry, report);
		for (guint k = 0; k < report->claims->len; k++)
			add_claim(entry, report->claims->pdata[k]);
	}
	g_ptr_array_sort(entry->claims, by_size);
	for (guint i = 0; i < entry->claims->len; i++) {
		struct digest_claim *claim = entry->claims->pdata[i];

		add_name(entry->machines, claim->machine);
		add_name(testcases, claim->testcase);
		if (grade_of(claim) == GRADE_UNTESTABLE)
			g_ptr_array_add(entry->untestable, claim);
		digest->head.graded[grade_of(claim)]++;
		entry->regresses |= claim->verdict == VERDICT_REGRESSION;
		entry->improves |= claim->verdict == VERDICT_IMPROVEMENT;
	}
	g_ptr_array_sort(entry->machines, by_name);
	entry->testcases = MAX(1, testcases->len);
	entry->machine_count = MAX(1, entry->machines->len);
}

/* ---- what tells two claims apart ------------------------------------------------------ */

/* The parameters of `claim` that `other` does not have; "" when there is none. */
static char *params_beyond(const struct digest_claim *claim, const struct digest_claim *other)
{
	g_auto(GStrv) mine = g_strsplit(claim->params ? claim->params : "", ", ", -1);
	g_auto(GStrv) theirs = g_strsplit(other->params ? other->params : "", ", ", -1);
	g_autoptr(GString) beyond = g_string_new(NULL);

	for (char **param = mine; *param; param++)
		if (!g_strv_contains((const char *const *)theirs, *param))
			g_string_append_printf(beyond, "%s%s", beyond->len ? ", " : "", *param);
	return g_strdup(beyond->str);
}

static const char *label_of(
	struct digest *digest, const struct digest_entry *entry, const struct digest_claim *claim)
{
	const char *metric = claim->metric ? claim->metric : claim->testcase;
	const char *plain = digest_keepf(digest, "%s%s%s", metric ? metric : "unnamed",
		claim->machine ? " on " : "", claim->machine ? claim->machine : "");

	for (guint i = 0; i < entry->claims->len; i++) {
		const struct digest_claim *other = entry->claims->pdata[i];

		if (other == claim || g_strcmp0(other->metric, claim->metric) ||
			g_strcmp0(other->machine, claim->machine))
			continue;

		g_autofree char *beyond = params_beyond(claim, other);

		return *beyond ? digest_keepf(digest, "%s (%s)", plain, beyond) : plain;
	}
	return plain;
}

/* ---- the score -------------------------------------------------------------------------- */

static enum verdict wanted_of(const struct digest_entry *entry)
{
	if (entry->regresses)
		return VERDICT_REGRESSION;
	return entry->improves ? VERDICT_IMPROVEMENT : VERDICT_NONE;
}

static gboolean is_asked_for(const struct digest *digest, const struct digest_claim *claim)
{
	return (!digest->asked_machine || !g_strcmp0(claim->machine, digest->asked_machine)) &&
	       (!digest->asked_testcase || !g_strcmp0(claim->testcase, digest->asked_testcase));
}

/* Of the machine and test case that the digest is of, where it is of one. */
static void find_lead(const struct digest *digest, struct digest_entry *entry, gboolean any)
{
	double gravest = -1;

	for (guint i = 0; i < entry->claims->len; i++) {
		const struct digest_claim *claim = entry->claims->pdata[i];
		double grave = size_of(claim) * score_grade(grade_of(claim));

		if (claim->verdict != wanted_of(entry) || grave <= gravest ||
			(!any && !is_asked_for(digest, claim)))
			continue;
		gravest = grave;
		entry->lead = claim;
	}
	if (!entry->lead && !any)
		find_lead(digest, entry, TRUE);
}

static double breadth_of(const struct digest_entry *entry)
{
	g_autoptr(GPtrArray) testcases = g_ptr_array_new(), machines = g_ptr_array_new();

	for (guint i = 0; i < entry->claims->len; i++) {
		const struct digest_claim *claim = entry->claims->pdata[i];

		if (claim->verdict != wanted_of(entry))
			continue;
		add_name(testcases, claim->testcase);
		add_name(machines, claim->machine);
	}
	return score_breadth(testcases->len, machines->len);
}

static enum score_tree tree_of(const struct digest_entry *entry)
{
	enum score_tree best = SCORE_TREE_PATCH;

	for (guint i = 0; i < entry->reports->len; i++) {
		const struct digest_report *report = entry->reports->pdata[i];

		best = MAX(best, score_tree_of(report->tree, report->branch));
	}
	return best;
}

static gint64 silence_of(const struct digest_entry *entry, gint64 end)
{
	if (entry->last == DATE_UNKNOWN || end == DATE_UNKNOWN || end < entry->last)
		return entry->last == DATE_UNKNOWN ? -1 : 0;
	return (end - entry->last) / (24 * 60 * 60);
}

/* The lead's metric where it was measured again, if it was. */
static void find_track(struct digest_entry *entry)
{
	const struct digest_claim *lead = entry->lead;

	for (guint i = 0; i < entry->reports->len; i++) {
		const struct digest_report *report = entry->reports->pdata[i];

		for (guint k = 0; k < report->claims->len; k++) {
			struct digest_claim *claim = report->claims->pdata[k];

			if (g_strcmp0(claim->metric, lead->metric) ||
				g_strcmp0(claim->testcase, lead->testcase) ||
				g_strcmp0(claim->machine, lead->machine) || !claim->change.text)
				continue;
			g_ptr_array_add(entry->track, claim);
			break;
		}
	}
	if (entry->track->len < 2)
		g_ptr_array_set_size(entry->track, 0);
}

void digest_score(struct digest *digest, struct digest_entry *entry)
{
	collect_claims(digest, entry);
	find_lead(digest, entry, FALSE);
	entry->tree = tree_of(entry);
	entry->score = (struct score){
		.size = entry->lead ? size_of(entry->lead) : 0,
		.grade = entry->lead ? score_grade(grade_of(entry->lead)) : 0,
		.breadth = breadth_of(entry),
		.tree = score_of_tree(entry->tree),
		.freshness = score_freshness(silence_of(entry, digest->head.end)),
	};
	entry->points = score_product(&entry->score);
	for (guint i = 0; i < entry->claims->len; i++) {
		struct digest_claim *claim = entry->claims->pdata[i];

		claim->label = label_of(digest, entry, claim);
	}
	if (entry->lead)
		find_track(entry);
}

/* ---- sections and ranks -------------------------------------------------------------------- */

static enum digest_section section_of(const struct digest_entry *entry)
{
	if (entry->regresses && state_is_settled(entry->state))
		return SECTION_SETTLED;
	if (entry->regresses && entry->improves)
		return SECTION_MIXED;
	if (entry->regresses)
		return SECTION_REGRESSIONS;
	return entry->improves ? SECTION_IMPROVEMENTS : SECTION_UNJUDGED;
}

static int by_rank(const void *a, const void *b)
{
	const struct digest_entry *x = *(const struct digest_entry *const *)a;
	const struct digest_entry *y = *(const struct digest_entry *const *)b;

	if (x->points != y->points)
		return x->points > y->points ? -1 : 1;
	return strcmp(x->id, y->id);
}

/* In the order of the page, so that the first of it are those that are drawn. */
static void place(struct digest *digest, GPtrArray *section, guint *cards)
{
	for (guint i = 0; i < section->len; i++) {
		struct digest_entry *entry = section->pdata[i];

		entry->rank = i + 1;
		entry->has_card = *cards < DIGEST_CARDS_MAX;
		if (entry->has_card)
			++*cards;
		else
			digest->uncarded++;
		digest_chart_entry(digest, entry);
	}
}

void digest_rank(struct digest *digest)
{
	guint cards = 0;

	for (guint i = 0; i < digest->all->len; i++) {
		struct digest_entry *entry = digest->all->pdata[i];

		entry->section = section_of(entry);
		g_ptr_array_add(digest->entries[entry->section], entry);
	}
	for (int section = 0; section < SECTIONS; section++) {
		g_ptr_array_sort(digest->entries[section], by_rank);
		place(digest, digest->entries[section], &cards);
	}
}
