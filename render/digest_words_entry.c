/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words for where a cluster stands, and where clusters stand together. */
#include "render/digest_words.h"

#include "store/clusters.h"

/* ---- one ------------------------------------------------------------------------- */

char *words_state(const struct digest_entry *entry)
{
	GString *words = g_string_new(state_name(entry->state));

	if (entry->changed != DATE_UNKNOWN && !(entry->is_new && entry->state == STATE_OPEN)) {
		g_autofree char *changed = words_date(entry->changed);

		g_string_append_printf(words, " since %s", changed);
	}
	if (entry->state_last != STATES && entry->state_last != entry->state)
		g_string_append_printf(
			words, ", before the period %s", state_name(entry->state_last));
	if (entry->state_now != entry->state)
		g_string_append_printf(words, "; by now %s", state_name(entry->state_now));
	return g_string_free(words, FALSE);
}

char *words_flags(const struct digest_entry *entry)
{
	GString *words = g_string_new(NULL);

	for (int flag = 0; flag < STATE_FLAGS; flag++) {
		if (!(entry->flags & 1u << flag))
			continue;
		g_string_append_printf(words, "%s%s", words->len ? ", " : "",
			state_flag_name((enum state_flag)flag));
		if (flag == FLAG_STILL_ON && entry->still_on)
			g_string_append_printf(words, " %s", entry->still_on);
	}
	if (!entry->answers && entry->regresses && state_is_unsolved(entry->state))
		g_string_append_printf(words, "%sunanswered", words->len ? ", " : "");
	return g_string_free(words, !words->len);
}

char *words_age(const struct digest_entry *entry)
{
	g_autofree char *first = words_date(entry->first);

	if (entry->age < 0)
		return entry->first == DATE_UNKNOWN ? g_strdup("of unknown age")
						    : g_strdup_printf("reported %s", first);

	g_autofree char *days = words_plural((guint64)entry->age, "day", "days");

	return g_strdup_printf("%sreported %s, %s old", entry->is_new ? "new, " : "", first, days);
}

char *words_score(const struct digest_entry *entry)
{
	const struct score *score = &entry->score;
	g_autofree char *points = words_number(entry->points);
	g_autofree char *size = words_number(score->size);
	g_autofree char *grade = words_number(score->grade);
	g_autofree char *breadth = words_number(score->breadth);
	g_autofree char *tree = words_number(score->tree);
	g_autofree char *freshness = words_number(score->freshness);

	return g_strdup_printf("%s = size %s x grade %s x breadth %s x tree %s (%s) x freshness %s",
		points, size, grade, breadth, tree, score_tree_name(entry->tree), freshness);
}

char *words_step(const struct digest_step *step)
{
	const char *told = step->told ? step->told : step->kind;

	if (!step->who)
		return g_strdup(told);
	return g_strdup_printf("%s%s %s", step->who, step->told ? "" : ":", told);
}

char *words_silent(const struct digest_entry *entry)
{
	g_autofree char *answers =
		words_plural(entry->steps_plain, "answer that says", "answers that say");

	return g_strdup_printf("%s no more of its state", answers);
}

/* What is told of a report, and of own runs, says all. */
const char *words_of_step(const struct digest_step *step)
{
	gboolean says_all =
		!g_strcmp0(step->kind, "report") || !g_strcmp0(step->kind, KIND_MEASURED_HERE);

	return says_all ? NULL : step->words;
}

char *words_rule(const struct digest_edge *edge)
{
	static const char *const rules[][2] = {
		{"E1", "the same commit"},
		{"E2", "the same change under another id"},
		{"E4", "names the earlier report"},
		{"E5", "versions of one patch"},
		{"suspect", "an equal title alone, not united"},
	};

	for (gsize i = 0; i < G_N_ELEMENTS(rules); i++)
		if (!g_strcmp0(edge->rule, rules[i][0]))
			return g_strdup_printf("%s, %s", edge->rule, rules[i][1]);
	return g_strdup(edge->rule ? edge->rule : "");
}

char *words_place(const char *message_id, guint line)
{
	if (!message_id)
		return NULL;
	if (!line)
		return g_strdup_printf("<%s>", message_id);
	return g_strdup_printf("line %u of <%s>", line, message_id);
}

/* ---- together ---------------------------------------------------------------------- */

char *words_difference(const struct digest_ledger_row *row)
{
	if (row->now == row->last)
		return g_strdup("0");
	return g_strdup_printf("%+d", (int)row->now - (int)row->last);
}

char *words_week(const struct digest_week *week)
{
	GString *words = g_string_new(NULL);

	for (int state = 0; state < STATES; state++)
		if (week->counts[state])
			g_string_append_printf(words, "%s%u %s", words->len ? ", " : "",
				week->counts[state], state_name((enum state)state));
	if (!words->len)
		g_string_append(words, "none");
	return g_string_free(words, FALSE);
}

char *words_area(const struct digest_area *area)
{
	static const char *const names[SECTIONS][2] = {
		[SECTION_REGRESSIONS] = {"regression", "regressions"},
		[SECTION_MIXED] = {"mixed", "mixed"},
		[SECTION_SETTLED] = {"settled", "settled"},
		[SECTION_IMPROVEMENTS] = {"improvement", "improvements"},
		[SECTION_UNJUDGED] = {"without a verdict", "without a verdict"},
	};
	GString *words = g_string_new(NULL);

	for (int section = 0; section < SECTIONS; section++)
		if (area->counts[section])
			g_string_append_printf(words, "%s%u %s", words->len ? ", " : "",
				area->counts[section], names[section][area->counts[section] != 1]);
	return g_string_free(words, FALSE);
}
