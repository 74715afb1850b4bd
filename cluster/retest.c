/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/retest.h"

#include "parse/commit_id.h"

#include <math.h>
#include <string.h>

/* Percent; smaller changes are lost in what printing rounds away. */
#define CHANGE_MIN 1.
/* Settings told of one table. */
#define SETTINGS_MAX 4

gboolean cluster_is_commit(const struct cluster *cluster, const char *id)
{
	for (guint i = 0; id && i < cluster->commits->len; i++) {
		const struct cluster_commit *own =
			RECORD(cluster->commits, struct cluster_commit, i);

		if (own->id && commit_same(slice_of(own->id), slice_of(id)))
			return TRUE;
	}
	return FALSE;
}

/* The claim that a table's numbers can be held against, the headline first; NULL: none. */
static const struct fact_claim *claim_of(
	const struct facts *facts, const struct cluster *cluster, const struct fact_table *table)
{
	const struct fact_claim *best = NULL;

	for (guint i = 0; table->metric && i < cluster->claims->len; i++) {
		const struct fact_claim *claim = RECORD(
			facts->claims, struct fact_claim, *RECORD(cluster->claims, guint, i));
		gboolean same = !g_strcmp0(claim->metric, table->metric) && isfinite(claim->change);

		if (same && (!best || (!g_strcmp0(claim->tbox_group, table->tbox_group) &&
					      g_strcmp0(best->tbox_group, table->tbox_group))))
			best = claim;
	}
	return best;
}

static gboolean is_base(
	const struct facts *facts, const struct fact_claim *claim, const struct fact_column *column)
{
	const struct fact_report *report =
		RECORD(facts->reports, struct fact_report, claim->report);

	return column->id && report->parent &&
	       commit_same(slice_of(report->parent), slice_of(column->id));
}

static enum retest_kind judge(double reported, double tried)
{
	double back = 1 - tried / reported;

	if (!isfinite(reported) || !isfinite(tried) || fabs(reported) < CHANGE_MIN)
		return RETEST_SHOWN;
	if (back >= RETEST_MOSTLY)
		return RETEST_BACK;
	return back >= RETEST_SOME ? RETEST_PARTLY : RETEST_NOT;
}

static char *became(const char *reported, const char *metric, const char *tried)
{
	return g_strdup_printf("%s of %s became %s", reported, metric, tried);
}

/* base, ..., the commit, ..., tried: both changes are against the same base. */
static void read_beside(struct retest *retest, const struct fact_table *table, guint ours)
{
	const struct fact_column *own = &table->columns[ours];
	const struct fact_column *tried = &table->columns[table->n_columns - 1];

	retest->kind = RETEST_SHOWN;
	if (own->unit != UNIT_PERCENT || !own->text || !tried->text)
		return;
	retest->kind = judge(own->change, tried->change);
	retest->numbers = became(own->text, table->metric, tried->text);
}

/* commit, tried: what is left of the reported change is the product of both. */
static void read_onto(
	struct retest *retest, const struct fact_table *table, const struct fact_claim *claim)
{
	const struct fact_column *tried = &table->columns[table->n_columns - 1];
	double left = ((1 + claim->change / 100) * (1 + tried->change / 100) - 1) * 100;
	g_autofree char *text = g_strdup_printf("%+.1f%%", left);

	retest->kind = judge(claim->change, left);
	if (retest->kind != RETEST_SHOWN)
		retest->numbers = became(claim->text, table->metric, text);
}

static void read_alone(
	struct retest *retest, const struct fact_table *table, const struct fact_claim *claim)
{
	const struct fact_column *tried = &table->columns[table->n_columns - 1];

	retest->kind = judge(claim->change, tried->change);
	if (tried->text)
		retest->numbers = became(claim->text, table->metric, tried->text);
}

static void read_again(struct retest *retest, const struct fact_table *table)
{
	const struct fact_column *own = &table->columns[table->n_columns - 1];

	retest->kind = RETEST_AGAIN;
	if (own->text)
		retest->numbers = g_strdup_printf("%s of %s", own->text, table->metric);
}

/* ---- settings ------------------------------------------------------------------------ */

static gboolean has_param(const char *params, const char *pair)
{
	gsize n = strlen(pair);

	for (const char *at = params; at && (at = strstr(at, pair)); at += n)
		if ((at == params || at[-1] == ' ') && (!at[n] || at[n] == ' '))
			return TRUE;
	return FALSE;
}

static gboolean is_known(const struct fact_claim *claim, const char *pair)
{
	const struct {
		const char *key, *value;
	} own[] = {{"testcase=", claim->testcase}, {"tbox_group=", claim->tbox_group},
		{"compiler=", claim->compiler}, {"kconfig=", claim->kconfig},
		{"cpufreq_governor=", claim->governor}, {"ucode=", claim->microcode}};

	for (guint i = 0; i < G_N_ELEMENTS(own); i++)
		if (g_str_has_prefix(pair, own[i].key)) /* what the report does not tell, too */
			return !own[i].value || !strcmp(pair + strlen(own[i].key), own[i].value);
	return g_str_has_prefix(pair, "rootfs=") || has_param(claim->params, pair);
}

static char *settings_of(const struct fact_claim *claim, const struct fact_table *table)
{
	GString *text;
	guint n = 0;

	if (!claim->params || !table->axes)
		return NULL;
	text = g_string_new(NULL);
	for (const char *const *axis = table->axes; *axis && n < SETTINGS_MAX; axis++)
		if (!is_known(claim, *axis))
			g_string_append_printf(text, "%s%s", n++ ? ", " : "", *axis);
	return g_string_free(text, !n);
}

/* ---- all -------------------------------------------------------------------------------- */

/* The last column of its commit behind the first; 0: none. */
static guint own_column(const struct cluster *cluster, const struct fact_table *table)
{
	guint ours = 0;

	for (guint i = 1; i < table->n_columns; i++)
		if (cluster_is_commit(cluster, table->columns[i].id))
			ours = i;
	return ours;
}

struct retest retest_read(
	const struct facts *facts, const struct cluster *cluster, const struct fact_table *table)
{
	struct retest retest = {0};
	guint last = table->n_columns - 1, ours;
	const struct fact_claim *claim = claim_of(facts, cluster, table);

	if (table->n_columns < 2 || !table->metric)
		return retest;
	ours = own_column(cluster, table);
	retest.tried = table->columns[last].id;
	retest.title = table->columns[last].title;
	if (ours == last)
		read_again(&retest, table);
	else if (ours)
		read_beside(&retest, table, ours);
	else if (!claim || claim->unit != UNIT_PERCENT)
		retest.kind = RETEST_SHOWN;
	else if (cluster_is_commit(cluster, table->columns[0].id))
		read_onto(&retest, table, claim);
	else if (is_base(facts, claim, &table->columns[0]))
		read_alone(&retest, table, claim);
	else
		retest.kind = RETEST_SHOWN;
	if (claim)
		retest.setting = settings_of(claim, table);
	return retest;
}

void retest_clear(struct retest *retest)
{
	g_free(retest->numbers);
	g_free(retest->setting);
}
