/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/rules_make.h"

#include <math.h>

static enum answer ask(const struct rules *rules, enum rule_list list, struct slice stat,
	guint *ret_first, const struct rules_asker *asker)
{
	enum answer answer = patterns_match(rules->patterns[list], stat, ret_first);

	if (answer == ANSWER_UNKNOWN && asker)
		diag_emit(asker->sink, DIAG_RULE_LIMIT, &asker->at, stat,
			"a limit was reached while the rules were held against the name");
	return answer;
}

static gboolean begins(const struct rules *rules, enum rule_list list, struct slice stat)
{
	for (guint i = 0; i < rules->texts[list]->len; i++)
		if (slice_starts(stat, rules->texts[list]->pdata[i]))
			return TRUE;
	return FALSE;
}

static enum answer either(enum answer a, enum answer b)
{
	return a == ANSWER_YES || b == ANSWER_YES ? ANSWER_YES : MAX(a, b);
}

/* a, unless b. */
static enum answer except(enum answer a, enum answer b)
{
	if (a == ANSWER_NO || b == ANSWER_YES)
		return ANSWER_NO;
	return b == ANSWER_UNKNOWN ? ANSWER_UNKNOWN : a;
}

const char *rules_fingerprint(const struct rules *rules)
{
	return rules->fingerprint;
}

/* ---- key figures ------------------------------------------------------------------ */

/* Words before the name of a row that sums others up. */
static struct slice without_sum_word(struct slice name)
{
	static const char *const words[] = {"TOTAL ", "GEO-MEAN "};

	for (guint i = 0; i < G_N_ELEMENTS(words); i++)
		if (slice_starts(name, words[i]))
			return slice_trim(slice_skip(name, strlen(words[i])));
	return name;
}

enum direction rules_direction(
	const struct rules *rules, struct slice stat, const struct rules_asker *asker)
{
	static const enum rule_list lists[] = {RULE_KPI, RULE_LATENCY, RULE_FORMER};
	enum answer listed = ANSWER_NO;
	guint first = 0, i = 0;

	while (i < G_N_ELEMENTS(lists) && listed == ANSWER_NO)
		listed = ask(rules, lists[i++], without_sum_word(stat), &first, asker);
	if (listed != ANSWER_YES)
		return DIRECTION_UNKNOWN;

	double value = g_array_index(rules->values[lists[i - 1]], struct rules_floor, first).value;

	return value < 0 ? DIRECTION_LESS : value > 0 ? DIRECTION_MORE : DIRECTION_UNKNOWN;
}

enum answer rules_is_kpi(
	const struct rules *rules, struct slice stat, const struct rules_asker *asker)
{
	enum answer kpi = ask(rules, RULE_KPI, stat, NULL, asker);

	return kpi == ANSWER_YES ? kpi : either(kpi, ask(rules, RULE_LATENCY, stat, NULL, asker));
}

/* The part before the first dot; *ret_rest: behind it. */
static struct slice first_part(struct slice stat, struct slice *ret_rest)
{
	const char *dot = stat.len ? memchr(stat.at, '.', stat.len) : NULL;
	struct slice first = dot ? slice_between(stat.at, dot) : stat;

	*ret_rest = slice_skip(stat, first.len + 1);
	return first;
}

static guint kinds_of(const struct rules *rules, struct slice name)
{
	g_autofree char *key = slice_dup(name);
	const struct program *program = key ? rules_program(rules, key) : NULL;

	return program ? program->kinds : 0;
}

static gboolean is_test_or_daemon(const struct rules *rules, struct slice name)
{
	return (kinds_of(rules, name) & (PROGRAM_TEST | PROGRAM_DAEMON)) != 0;
}

gboolean rules_is_set_aside(const struct rules *rules, struct slice stat)
{
	for (guint i = 0; i < rules->texts[RULE_ASIDE]->len; i++)
		if (slice_is(stat, rules->texts[RULE_ASIDE]->pdata[i]))
			return TRUE;
	return FALSE;
}

gboolean rules_is_of_test(const struct rules *rules, struct slice stat)
{
	struct slice rest, first = first_part(stat, &rest);

	return !rules_is_set_aside(rules, stat) && !slice_starts(rest, "time.") &&
	       is_test_or_daemon(rules, first);
}

gboolean rules_is_of_this_test(const struct rules *rules, struct slice stat, struct slice metric)
{
	struct slice name = without_sum_word(stat), rest, ignored;
	struct slice first = first_part(name, &rest);
	struct slice test = first_part(without_sum_word(metric), &ignored);

	if (!rest.len || slice_starts(rest, "time.") || rules_is_set_aside(rules, name))
		return FALSE;
	return (test.len && slice_equal(first, test)) || is_test_or_daemon(rules, first);
}

enum verdict rules_verdict(enum direction direction, double change)
{
	if (direction == DIRECTION_UNKNOWN || isnan(change) || change == 0)
		return VERDICT_NONE;
	return (change > 0) == (direction == DIRECTION_MORE) ? VERDICT_IMPROVEMENT
							     : VERDICT_REGRESSION;
}

/* ---- choosing stats ----------------------------------------------------------------- */

enum answer rules_is_failure(
	const struct rules *rules, struct slice stat, const struct rules_asker *asker)
{
	static const char *const never[] = {".time.", ".timestamp:", ".bootstage:"};

	for (guint i = 0; i < G_N_ELEMENTS(never); i++)
		if (slice_find(stat, never[i]))
			return ANSWER_NO;

	enum answer failed = ask(rules, RULE_FAILED, stat, NULL, asker);

	return failed == ANSWER_YES ? failed
				    : either(failed, ask(rules, RULE_PASSED, stat, NULL, asker));
}

enum answer rules_is_hidden(
	const struct rules *rules, struct slice stat, const struct rules_asker *asker)
{
	enum answer hidden = ask(rules, RULE_HIDE, stat, NULL, asker);

	return hidden == ANSWER_NO ? hidden
				   : except(hidden, ask(rules, RULE_UNHIDE, stat, NULL, asker));
}

enum answer rules_is_reported(
	const struct rules *rules, struct slice stat, const struct rules_asker *asker)
{
	return ask(rules, RULE_REPORT, stat, NULL, asker);
}

/* A test or daemon whose output becomes numbers, and no functional or other test case. */
static gboolean is_of_speed_test(const struct rules *rules, struct slice stat)
{
	struct slice rest, first = first_part(stat, &rest);

	if (first.len == stat.len)
		return FALSE;

	guint kinds = kinds_of(rules, first);
	g_autofree char *name = slice_dup(first);
	enum case_table table = rules_cases_of(rules, name);

	return (kinds & (PROGRAM_TEST | PROGRAM_DAEMON)) && (kinds & PROGRAM_PARSER) &&
	       table != CASES_FUNCTION && table != CASES_OTHER;
}

enum answer rules_is_fine(
	const struct rules *rules, struct slice stat, const struct rules_asker *asker)
{
	if (begins(rules, RULE_FINE_PREFIX, stat) || is_of_speed_test(rules, stat))
		return ANSWER_YES;
	return ask(rules, RULE_FINE, stat, NULL, asker);
}

enum answer rules_floor_of(const struct rules *rules, struct slice stat,
	struct rules_floor *ret_floor, const struct rules_asker *asker)
{
	guint first = 0;
	enum answer answer = ask(rules, RULE_FLOOR, stat, &first, asker);

	if (answer == ANSWER_YES)
		*ret_floor = g_array_index(rules->values[RULE_FLOOR], struct rules_floor, first);
	return answer;
}

/* ---- a series to a number -------------------------------------------------------------- */

enum answer rules_is_growth(
	const struct rules *rules, struct slice stat, const struct rules_asker *asker)
{
	if (begins(rules, RULE_GROWTH_PREFIX, stat))
		return ANSWER_YES;
	return ask(rules, RULE_GROWTH, stat, NULL, asker);
}

enum answer rules_has_max(
	const struct rules *rules, struct slice stat, const struct rules_asker *asker)
{
	return ask(rules, RULE_MAX, stat, NULL, asker);
}

gboolean rules_is_sum(const struct rules *rules, struct slice stat)
{
	return begins(rules, RULE_SUM_PREFIX, stat);
}

gboolean rules_is_uncut(const struct rules *rules, struct slice stat)
{
	return begins(rules, RULE_UNCUT_PREFIX, stat);
}

/* ---- test cases and programs -------------------------------------------------------------- */

enum case_table rules_cases_of(const struct rules *rules, const char *testcase)
{
	return (enum case_table)GPOINTER_TO_UINT(g_hash_table_lookup(rules->cases, testcase));
}

const struct program *rules_program(const struct rules *rules, const char *name)
{
	const struct program_entry *entry = g_hash_table_lookup(rules->programs, name);

	return entry ? &entry->program : NULL;
}

const char *const *rules_job_options(const struct rules *rules)
{
	return rules->every_job->program.options;
}
