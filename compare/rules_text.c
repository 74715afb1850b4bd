/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rule file's own form: a word, then what it says; see lkpdigest-rules(5). */
#include "compare/rules_make.h"

#include "base/literal.h"

#include <math.h>

static const struct word {
	const char *name;
	enum rule_list list;
	double value; /* 0: none; NAN: it stands before the pattern */
} words[] = {
	{"more", RULE_KPI, 1},
	{"less", RULE_KPI, -1},
	{"latency", RULE_LATENCY, NAN},
	{"also-more", RULE_FORMER, 1},
	{"also-less", RULE_FORMER, -1},
	{"aside", RULE_ASIDE, 0},
	{"failed", RULE_FAILED, 0},
	{"passed", RULE_PASSED, 0},
	{"hide", RULE_HIDE, 0},
	{"unhide", RULE_UNHIDE, 0},
	{"report", RULE_REPORT, 0},
	{"fine", RULE_FINE, 0},
	{"fine-prefix", RULE_FINE_PREFIX, 0},
	{"floor", RULE_FLOOR, NAN},
	{"growth", RULE_GROWTH, 0},
	{"growth-prefix", RULE_GROWTH_PREFIX, 0},
	{"sum-prefix", RULE_SUM_PREFIX, 0},
	{"uncut-prefix", RULE_UNCUT_PREFIX, 0},
	{"max", RULE_MAX, 0},
};

/* Takes the next word off a line; empty at its end. */
static struct slice next_word(struct slice *rest)
{
	gsize n = 0;

	*rest = slice_trim(*rest);
	while (n < rest->len && rest->at[n] != ' ' && rest->at[n] != '\t')
		n++;

	struct slice word = {rest->at, n};

	*rest = slice_trim(slice_skip(*rest, n));
	return word;
}

static gboolean add_rule(struct rules_draft *draft, const struct word *word, struct slice rest,
	const struct rules_place *place, GError **error)
{
	double value = word->value;
	gboolean whole = FALSE;

	if (isnan(value)) {
		struct slice number = next_word(&rest);

		if (!literal_read(number, &value) || !isfinite(value))
			return rules_refuse(place, error, "'%.*s' is no number", SLICE_ARG(number));
		whole = !memchr(number.at, '.', number.len);
		if (word->list == RULE_LATENCY) /* the weight of "less" */
			value = -value;
	}
	return rules_draft_add(draft, word->list, rest, value, whole, place, error);
}

static gboolean add_cases(struct rules_draft *draft, struct slice rest,
	const struct rules_place *place, GError **error)
{
	static const char *const tables[] = {
		[CASES_SPEED] = "speed", [CASES_FUNCTION] = "function", [CASES_OTHER] = "other"};
	struct slice table = next_word(&rest);
	int known = CASES_SPEED;

	while (known <= CASES_OTHER && !slice_is(table, tables[known]))
		known++;
	if (known > CASES_OTHER)
		return rules_refuse(
			place, error, "'%.*s' is none of speed, function, other", SLICE_ARG(table));
	while (rest.len)
		if (!rules_draft_add_case(
			    draft, (enum case_table)known, next_word(&rest), place, error))
			return FALSE;
	return TRUE;
}

static gboolean add_program(struct rules_draft *draft, struct slice rest,
	const struct rules_place *place, GError **error)
{
	static const char *const names[] = {"test", "daemon", "monitor", "setup", "parser"};
	struct slice name = next_word(&rest);
	guint kinds = 0;

	if (!name.len)
		return rules_refuse(place, error, "a program's name is missing");
	while (rest.len) {
		struct slice kind = next_word(&rest);
		guint i = 0;

		while (i < G_N_ELEMENTS(names) && !slice_is(kind, names[i]))
			i++;
		if (i == G_N_ELEMENTS(names))
			return rules_refuse(
				place, error, "there is no kind '%.*s'", SLICE_ARG(kind));
		kinds |= 1u << i;
	}
	return rules_draft_add_program(draft, name, kinds, place, error);
}

static gboolean add_options(struct rules_draft *draft, struct slice rest,
	const struct rules_place *place, GError **error)
{
	struct slice name = next_word(&rest);

	while (rest.len)
		if (!rules_draft_add_option(draft, name, next_word(&rest), place, error))
			return FALSE;
	return TRUE;
}

static gboolean read_line(struct rules_draft *draft, struct slice line,
	const struct rules_place *place, GError **error)
{
	struct slice rest = line, name = next_word(&rest);

	if (!name.len || name.at[0] == '#')
		return TRUE;
	if (slice_is(name, "cases"))
		return add_cases(draft, rest, place, error);
	if (slice_is(name, "program"))
		return add_program(draft, rest, place, error);
	if (slice_is(name, "options"))
		return add_options(draft, rest, place, error);
	for (guint i = 0; i < G_N_ELEMENTS(words); i++)
		if (slice_is(name, words[i].name))
			return add_rule(draft, &words[i], rest, place, error);
	return rules_refuse(place, error, "there is no word '%.*s'", SLICE_ARG(name));
}

struct rules *rules_read(struct slice text, const char *name, GError **error)
{
	struct rules_draft *draft = rules_draft_new();
	struct rules_place place = {name, 0};
	struct slice line, all = text;

	if (text.len > RULES_TEXT_MAX) {
		rules_refuse(&place, error, "the file is too large");
		text = SLICE_NULL;
		g_clear_pointer(&draft, rules_draft_free);
	}
	while (draft && slice_next_line(&text, &line)) {
		place.line++;
		if (!read_line(draft, line, &place, error))
			g_clear_pointer(&draft, rules_draft_free);
	}
	if (!draft)
		return NULL;
	return rules_draft_finish(draft,
		g_compute_checksum_for_data(
			G_CHECKSUM_SHA256, (const guchar *)all.at, (gssize)all.len),
		error);
}

struct rules *rules_builtin(void)
{
	static const char text[] =
#include "compare/lkp_rules.h"
		;

	return rules_read(SLICE_LIT(text), "lkp.rules", NULL);
}
