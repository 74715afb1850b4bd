/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/digest_words.h"

#include <math.h>

#define SHORT_COMMIT 12
#define DECIMALS_MAX 6

static char *format_time(gint64 date, const char *format)
{
	g_autoptr(GDateTime) time =
		date == DATE_UNKNOWN ? NULL : g_date_time_new_from_unix_utc(date);

	return time ? g_date_time_format(time, format) : NULL;
}

char *words_date(gint64 date)
{
	char *text = format_time(date, "%Y-%m-%d");

	return text ? text : g_strdup("undated");
}

char *words_time(gint64 date)
{
	return format_time(date, "%Y-%m-%dT%H:%M:%SZ");
}

char *words_count(guint64 n)
{
	g_autofree char *digits = g_strdup_printf("%" G_GUINT64_FORMAT, n);
	GString *grouped = g_string_new(NULL);
	gsize len = strlen(digits);

	for (gsize i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			g_string_append_c(grouped, ',');
		g_string_append_c(grouped, digits[i]);
	}
	return g_string_free(grouped, FALSE);
}

char *words_plural(guint64 n, const char *one, const char *many)
{
	g_autofree char *count = words_count(n);

	return g_strdup_printf("%s %s", count, n == 1 ? one : many);
}

char *words_uncarded(guint n)
{
	return words_plural(n, "cluster ranks behind and is listed above alone.",
		"clusters rank behind and are listed above alone.");
}

char *words_commits_left_out(guint n)
{
	return words_plural(
		n, "commit ranks behind and is left out.", "commits rank behind and are left out.");
}

static char *format_number(const char *format, double value)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE + 32];

	return g_strdup(g_ascii_formatd(text, sizeof text, format, value));
}

static const char *plain_format(double value)
{
	double size = fabs(value);

	if (size >= 1e6)
		return "%.4g";
	if (size >= 1000)
		return "%.0f";
	if (size >= 10)
		return "%.1f";
	if (value == 0)
		return "%.0f";
	return "%.2f";
}

char *words_number(double value)
{
	if (isnan(value))
		return g_strdup("not known");
	if (isinf(value))
		return g_strdup(value < 0 ? "-Inf" : "+Inf");
	if (value != 0 && fabs(value) < 1)
		return format_number("%.2g", value);
	return format_number(plain_format(value), value);
}

/* Changes have one decimal, as in the tables, or more where that hides them, and a sign. */
static char *signed_number(double value, int decimals)
{
	g_autofree char *format = g_strdup_printf("%%+.%df", decimals);

	if (isinf(value))
		return g_strdup("unbounded");
	if (fabs(value) >= 1e5)
		return format_number("%+.1e", value);
	return format_number(format, value);
}

/* As many as it takes to tell the ends apart, and from -100 %, where nothing is left. */
static int decimals_of(struct interval interval)
{
	if (interval.low == interval.high || !isfinite(interval.low) || !isfinite(interval.high))
		return 1;
	for (int decimals = 1; decimals < DECIMALS_MAX; decimals++) {
		double scale = pow(10, decimals), low = round(interval.low * scale);

		if (low != round(interval.high * scale) &&
			(interval.low <= -100 || low != -100 * scale))
			return decimals;
	}
	return DECIMALS_MAX;
}

static const char *unit_suffix(enum unit unit)
{
	return unit == UNIT_PERCENT ? "%" : "points";
}

char *words_interval(struct interval interval, enum unit unit)
{
	if (isnan(interval.low) || isnan(interval.high))
		return g_strdup("not known");
	if (isinf(interval.low) && isinf(interval.high))
		return g_strdup("unbounded");

	int decimals = decimals_of(interval);
	g_autofree char *low = signed_number(interval.low, decimals);
	g_autofree char *high = signed_number(interval.high, decimals);

	return g_strdup_printf("%s to %s %s", low, high, unit_suffix(unit));
}

static char *p_number(double p)
{
	if (p < 1e-12)
		return g_strdup("<1e-12");
	return format_number(p < 0.001 ? "%.1e" : "%.2g", p);
}

static char *p_text(struct interval p)
{
	if (isnan(p.low) || isnan(p.high))
		return g_strdup("not known");

	g_autofree char *low = p_number(p.low);
	g_autofree char *high = p_number(p.high);

	if (!strcmp(low, high))
		return g_steal_pointer(&low);
	return g_strdup_printf("%s to %s", low, high);
}

char *words_row_p(const struct digest_row *row)
{
	g_autofree char *plain = p_text(row->effect.p);
	g_autofree char *corrected = p_text(row->corrected);

	if (!strcmp(plain, corrected))
		return g_steal_pointer(&plain);
	return g_strdup_printf("%s (corrected %s)", plain, corrected);
}

static char *runs_of(struct runs runs)
{
	if (runs.low == runs.high)
		return g_strdup_printf("%u", runs.low);
	return g_strdup_printf("%u to %u", runs.low, runs.high);
}

char *words_runs_of(struct runs runs)
{
	g_autofree char *count = runs_of(runs);

	return g_strdup_printf("%s, %s", count, runs_source_name(runs.source));
}

char *words_runs(const struct digest_row *row)
{
	const struct runs *a = &row->before.runs, *b = &row->after.runs;
	g_autofree char *before = runs_of(*a);
	g_autofree char *after = runs_of(*b);

	if (!strcmp(before, after) && a->source == b->source)
		return g_strdup_printf("%s, %s", before, runs_source_name(a->source));
	if (a->source == b->source)
		return g_strdup_printf("%s and %s, %s", before, after, runs_source_name(a->source));
	return g_strdup_printf("%s, %s; %s, %s", before, runs_source_name(a->source), after,
		runs_source_name(b->source));
}

char *words_cell(const struct digest_cell *cell)
{
	if (!cell->text)
		return g_strdup("blank");
	if (cell->stddev == STDDEV_NONE)
		return g_strdup(cell->text);
	return g_strdup_printf("%s ± %d%%", cell->text, cell->stddev);
}

char *words_change(const struct digest_change *change)
{
	const char *sign = "";

	if (!change->text)
		return g_strdup("not printed");
	if (g_ascii_isdigit(*change->text) && change->value != 0) /* a box: "1.1% improvement" */
		sign = change->value < 0 ? "-" : "+";
	if (change->unit == UNIT_POINTS && !strchr(change->text, '%'))
		return g_strdup_printf("%s%s points", sign, change->text);
	return g_strconcat(sign, change->text, NULL);
}

char *words_claim_change(const struct digest_claim *claim)
{
	if (claim->change.text || !claim->headline || !claim->said)
		return words_change(&claim->change);
	return g_strdup_printf("%s (said, in no row)", claim->said);
}

char *words_aliases(const struct digest_row *row)
{
	guint n = row->aliases->len;

	return n ? g_strdup_printf(" (+%u %s)", n, n > 1 ? "aliases" : "alias") : g_strdup("");
}

const char *words_symbol(const struct digest_row *row)
{
	static const char *const prefixes[] = {"perf-profile.self.", "cycles-pp.", "cycles."};
	const char *symbol = row->stat;

	for (gsize i = 0; i < G_N_ELEMENTS(prefixes); i++)
		if (g_str_has_prefix(symbol, prefixes[i]))
			symbol += strlen(prefixes[i]);
	return *symbol ? symbol : row->stat;
}

const char *words_grade(const struct digest_row *row)
{
	return grade_name(row ? row->grade : GRADE_UNTESTABLE);
}

const char *words_verdict(const struct digest_claim *claim)
{
	static const char *const told[] = {
		[VERDICT_REGRESSION] = "regression (by its direction)",
		[VERDICT_IMPROVEMENT] = "improvement (by its direction)",
	};

	if (claim->verdict == VERDICT_NONE)
		return "no verdict";
	return claim->told ? told[claim->verdict] : verdict_name(claim->verdict);
}

const char *words_glyph(enum verdict verdict)
{
	static const char *const glyphs[] = {
		[VERDICT_NONE] = "•",
		[VERDICT_REGRESSION] = "▼",
		[VERDICT_IMPROVEMENT] = "▲",
	};

	return glyphs[verdict];
}

char *words_commit(const char *commit)
{
	if (!commit)
		return g_strdup("unknown");
	for (gsize i = 0; i < SHORT_COMMIT; i++)
		if (!g_ascii_isxdigit(commit[i]))
			return g_strdup(commit);
	return g_strndup(commit, SHORT_COMMIT);
}

gboolean words_failure_is_said(
	const struct digest_report *report, const struct digest_failure *failure)
{
	return !failure->told && !g_strcmp0(failure->name, report->failure);
}

char *words_where(const struct digest_report *report)
{
	const char *const facts[] = {report->testcase,
		report->tbox_group ? report->tbox_group : report->machine, report->kconfig,
		report->compiler};
	GString *where = g_string_new(NULL);

	for (guint i = 0; i < G_N_ELEMENTS(facts); i++)
		if (facts[i])
			g_string_append_printf(where, "%s%s", where->len ? ", " : "", facts[i]);
	return g_string_free(where, !where->len);
}

char *words_breadth(const struct digest_entry *entry)
{
	g_autofree char *tests = words_plural(entry->testcases, "test case", "test cases");
	g_autofree char *machines = words_plural(entry->machine_count, "machine", "machines");

	return g_strdup_printf("%s on %s", tests, machines);
}
