/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Each line as the name of a stat that our own rules are asked about; the whole as a file of
 * rules, asked about its own lines.
 */
#include "compare/rules.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void told(const struct diag *d, void *data)
{
	(void)data;
	g_assert_true(d->id == DIAG_RULE_LIMIT && d->detail);
}

static void ask(const struct rules *rules, struct slice stat)
{
	const struct diag_sink sink = {told, NULL};
	const struct rules_asker asker = {&sink, {"fuzz", -1, NULL, 0, 0}};
	g_autofree char *name = slice_dup(stat);
	struct rules_floor floor;

	rules_direction(rules, stat, &asker);
	rules_is_kpi(rules, stat, &asker);
	rules_is_set_aside(rules, stat);
	rules_is_of_test(rules, stat);
	rules_is_of_this_test(rules, stat, stat);
	rules_is_failure(rules, stat, &asker);
	rules_is_hidden(rules, stat, &asker);
	rules_is_reported(rules, stat, &asker);
	rules_is_fine(rules, stat, &asker);
	if (rules_floor_of(rules, stat, &floor, &asker) == ANSWER_YES)
		g_assert_true(isfinite(floor.value));
	rules_is_growth(rules, stat, &asker);
	rules_has_max(rules, stat, &asker);
	rules_is_sum(rules, stat);
	rules_is_uncut(rules, stat);
	rules_cases_of(rules, name);
	rules_program(rules, name);
}

static void ask_lines(const struct rules *rules, struct slice text)
{
	struct slice line;

	while (slice_next_line(&text, &line))
		ask(rules, line);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	static struct rules *builtin;
	struct slice text = {size ? (const char *)data : "", size};
	g_autoptr(GError) error = NULL;

	if (!builtin)
		builtin = rules_builtin();
	ask_lines(builtin, text);

	struct rules *rules = rules_read(text, "fuzz", &error);

	g_assert_true(!rules == (error != NULL));
	if (rules)
		ask_lines(rules, text);
	rules_free(rules);
	return 0;
}
