/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whole mails judged: nothing in the samples is flagged; one digit of a mean or a change
 * spoilt so that it leaves the interval is, on its line, and nothing else is.
 */
#include "cli/judge.h"
#include "ingest/mime.h"
#include "tests/unit/mail-text.h"

#include <math.h>

#define MAILS "samples/mails"
#define ROUNDS 60 /* a mail */
#define MARGIN 1e-6

static struct rules *rules;

static void judge(parsed *p)
{
	struct diag_sink sink = diag_list_sink(p->diags);

	judge_records(p->records, rules, &sink);
}

static const struct diag *diag_of(const parsed *p, enum diag_id id)
{
	for (guint i = 0; i < p->diags->len; i++) {
		const struct diag *diag = p->diags->pdata[i];

		if (diag->id == id)
			return diag;
	}
	return NULL;
}

/* ---- the samples ------------------------------------------------------------------- */

static void each_sample(void (*each)(const char *name, struct mail *mail))
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GDir) dir = g_dir_open(MAILS, 0, &error);
	struct diag_sink nobody = {NULL};
	const char *name;
	guint mails = 0;

	g_assert_no_error(error);
	while ((name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(MAILS, name, NULL);
		g_autofree char *bytes = NULL;
		struct origin origin = {name, 0, NULL, 0, 0};
		gsize len;

		if (!g_str_has_suffix(name, ".eml"))
			continue;
		g_assert_true(g_file_get_contents(path, &bytes, &len, NULL));
		struct mail *mail = mime_read((struct slice){bytes, len}, &origin, &nobody);
		g_test_message("%s", name);
		each(name, mail);
		mail_free(mail);
		mails++;
	}
	g_assert_cmpuint(mails, >, 10);
}

static void assert_unflagged(const char *name, struct mail *mail)
{
	static const enum diag_id flags[] = {DIAG_ROW_INCONSISTENT, DIAG_ALIAS_INCONSISTENT,
		DIAG_DIRECTION_DISAGREES, DIAG_RULE_LIMIT, DIAG_HEADLINE_CONTRADICTS};
	parsed p = parsed_of(mail);

	(void)name;
	judge(&p);
	for (guint i = 0; i < G_N_ELEMENTS(flags); i++)
		g_assert_null(diag_of(&p, flags[i]));
	for (guint i = 0; i < p.records->columns->len; i++) {
		const struct runs *runs = &RECORD(p.records->columns, struct column, i)->runs;

		g_assert_cmpuint(runs->low, >, 0);
		g_assert_cmpuint(runs->high, >=, runs->low);
	}
	records_free(p.records);
	g_ptr_array_unref(p.diags);
}

static void test_genuine(void)
{
	each_sample(assert_unflagged);
}

/* ---- one digit ------------------------------------------------------------------------ */

struct victim {
	const struct row *row;
	guint part;        /* of its table */
	struct slice text; /* what is spoilt: a mean or a change */
};

/* A random mean row with a printed change in percent, and one of its texts. */
static gboolean choose(const struct records *records, struct victim *ret_victim)
{
	if (!records->tables->len)
		return FALSE;

	guint nth = (guint)g_test_rand_int_range(0, (int)records->tables->len);
	const struct table *table = RECORD(records->tables, struct table, nth);

	if (!table->rows.count)
		return FALSE;

	const struct row *row = RECORD(records->rows, struct row,
		table->rows.first + (guint)g_test_rand_int_range(0, (int)table->rows.count));
	if (row->kind != ROW_MEAN || row->cells.count < 2)
		return FALSE;

	const struct cell *cells = RECORD(records->cells, struct cell, row->cells.first);
	guint c = (guint)g_test_rand_int_range(1, (int)row->cells.count);
	struct slice texts[] = {cells[0].text, cells[c].text, cells[c].change.text};

	*ret_victim = (struct victim){row, table->part, texts[g_test_rand_int_range(0, 3)]};
	return !slice_is_null(ret_victim->text);
}

/* Another digit in the place of one; FALSE: that place is none, or would be a leading 0. */
static gboolean spoil(char *text, gsize len)
{
	gsize at = (gsize)g_test_rand_int_range(0, (int)len);
	char digit = (char)('0' + g_test_rand_int_range(0, 10));

	if (!g_ascii_isdigit(text[at]) || text[at] == digit)
		return FALSE;
	if (digit == '0' && (!at || !g_ascii_isdigit(text[at - 1])))
		return FALSE;
	text[at] = digit;
	return TRUE;
}

enum fit {
	FITS,
	FITS_NOT,
	FITS_PERHAPS, /* what this test does not try to tell */
};

static enum fit fit_of_cell(const struct cell *base, const struct cell *head)
{
	struct slice text = head->change.text;
	struct interval a = base->means, b = head->means;
	const char *point = text.len ? memchr(text.at, '.', text.len) : NULL;
	gsize decimals = point ? (gsize)(text.at + text.len - point) - 1 : 0;

	if (slice_is_null(text))
		return FITS;
	if (!isfinite(head->change.value) || isnan(base->mean) || isnan(head->mean) ||
		memchr(text.at, 'e', text.len) || (head->change.unit == UNIT_PERCENT && a.low <= 0))
		return FITS_PERHAPS;
	decimals -= decimals && slice_ends(text, "%");

	double half = .5 * pow(10, -(double)decimals);
	gboolean points = head->change.unit == UNIT_POINTS;
	double low = points ? b.low - a.high : 100 * (b.low / (b.low < 0 ? a.low : a.high) - 1);
	double high = points ? b.high - a.low : 100 * (b.high / (b.high < 0 ? a.high : a.low) - 1);
	double beyond = MAX(low - (head->change.value + half), head->change.value - half - high);

	return fabs(beyond) < MARGIN * (1 + fabs(head->change.value)) ? FITS_PERHAPS
	       : beyond > 0                                           ? FITS_NOT
								      : FITS;
}

static enum fit fit_of_row(const struct records *records, const struct row *row)
{
	const struct cell *cells = RECORD(records->cells, struct cell, row->cells.first);
	enum fit fit = FITS;

	for (guint c = 1; c < row->cells.count; c++) {
		enum fit one = fit_of_cell(&cells[0], &cells[c]);

		if (one == FITS_NOT)
			return one;
		fit = MAX(fit, one);
	}
	return fit;
}

static const struct row *row_at(const struct records *records, guint part, guint line)
{
	for (guint t = 0; t < records->tables->len; t++) {
		const struct table *table = RECORD(records->tables, struct table, t);

		for (guint i = 0; table->part == part && i < table->rows.count; i++) {
			const struct row *row =
				RECORD(records->rows, struct row, table->rows.first + i);

			if (row->line == line)
				return row;
		}
	}
	return NULL;
}

/* The mail with other bytes in one of its parts, held against what this test computes. */
static gboolean judge_spoilt(struct mail *mail, const struct victim *victim, guint line)
{
	parsed p = parsed_of(mail);
	const struct row *row = row_at(p.records, victim->part, line);
	gboolean flagged = FALSE;

	judge(&p);
	if (row && fit_of_row(p.records, row) != FITS_PERHAPS) {
		const struct diag *diag = diag_of(&p, DIAG_ROW_INCONSISTENT);

		flagged = fit_of_row(p.records, row) == FITS_NOT;
		g_assert_cmpint(row->consistency == CONSISTENCY_INCONSISTENT, ==, flagged);
		g_assert_cmpint(diag != NULL, ==, flagged);
		if (diag) {
			g_assert_cmpuint(diag->origin.line, ==, line);
			g_assert_cmpuint(diag->origin.part, ==, victim->part);
		}
	}
	records_free(p.records);
	g_ptr_array_unref(p.diags);
	return flagged;
}

static guint spoilt_rows; /* that were flagged, in all samples */

static void spoil_sample(const char *name, struct mail *mail)
{
	parsed p = parsed_of(mail);
	struct victim victim;

	(void)name;
	for (guint i = 0; i < ROUNDS; i++) {
		if (!choose(p.records, &victim))
			continue;

		struct mail_part *part = mail->parts->pdata[victim.part - 1];
		struct slice genuine = part->bytes;
		gsize at = (gsize)(victim.text.at - genuine.at);

		if (victim.text.at < genuine.at || at + victim.text.len > genuine.len)
			continue; /* a healed text of its own */
		g_autofree char *bytes = g_memdup2(genuine.at, genuine.len);

		if (!spoil(bytes + at, victim.text.len))
			continue;
		part->bytes.at = bytes;
		spoilt_rows += judge_spoilt(mail, &victim, victim.row->line);
		part->bytes = genuine;
	}
	records_free(p.records);
	g_ptr_array_unref(p.diags);
}

static void test_spoilt(void)
{
	each_sample(spoil_sample);
	g_test_message("%u spoilt rows were flagged", spoilt_rows);
	g_assert_cmpuint(spoilt_rows, >, 50);
}

/* ---- directions ------------------------------------------------------------------------- */

static const char report_text[] =
	"\n\nHello,\n\n"
	"kernel test robot noticed a %s %s of %s on:\n\n\n"
	"commit: 5c0a85fad949212b3e059692deecdeed74ae7ec7 (\"mm: make faultaround produce old "
	"ptes\")\n"
	"https://git.kernel.org/cgit/linux/kernel/git/torvalds/linux.git master\n\n"
	"testcase: x\ntest machine: 16 threads\n\n"
	"commit: \n"
	"  4b50bcc7eda4d3cc9e3f2a0aa60e590fedf728c5\n"
	"  5c0a85fad949212b3e059692deecdeed74ae7ec7\n\n"
	"4b50bcc7eda4d3cc 5c0a85fad949212b3e059692de \n"
	"---------------- -------------------------- \n"
	"         %%stddev     %%change         %%stddev\n"
	"             \\          |                \\  \n"
	"     14321 \302\261  0%%      %s      %s \302\261  0%%  %s\n\n\n";

static parsed judged_report(const char *claim, const char *word, const char *metric,
	const char *change, const char *mean)
{
	g_autofree char *subject =
		g_strdup_printf("[linus:master] [mm]  5c0a85fad9:  %s %s %s", metric, claim, word);
	g_autofree char *text =
		g_strdup_printf(report_text, claim, word, metric, change, mean, metric);
	char *kept = (char *)g_intern_string(text);
	parsed p = parsed_text(mail_from_robot(subject), kept);

	judge(&p);
	return p;
}

static void assert_direction(const char *word, const char *metric, const char *change,
	const char *mean, enum direction direction, gboolean disagrees)
{
	parsed p = judged_report(change + 1, word, metric, change, mean);
	const struct diag *diag = diag_of(&p, DIAG_DIRECTION_DISAGREES);
	const struct report *report = &p.records->report;

	g_assert_true(p.records->has_report);
	g_assert_true(slice_is(report->metric, metric));
	g_assert_true(slice_is(report->change.text, change)); /* all three are kept */
	g_assert_cmpstr(verdict_name(report->verdict), ==, word);
	g_assert_cmpint(report->direction, ==, direction);
	g_assert_cmpint(diag != NULL, ==, disagrees);
	if (diag)
		g_assert_cmpuint(diag->origin.line, ==, 22);
	parsed_clear(&p);
}

static void test_directions(void)
{
	assert_direction("regression", "unixbench.score", "-6.3%", "13425", DIRECTION_MORE, FALSE);
	assert_direction("improvement", "unixbench.score", "-6.3%", "13425", DIRECTION_MORE, TRUE);
	assert_direction("regression", "unixbench.score", "+6.3%", "15223", DIRECTION_MORE, TRUE);
	assert_direction(
		"regression", "fsmark.app_overhead", "+6.3%", "15223", DIRECTION_LESS, FALSE);
	assert_direction(
		"regression", "fsmark.app_overhead", "-6.3%", "13425", DIRECTION_LESS, TRUE);
	assert_direction("regression", "nosuch.number", "+6.3%", "15223", DIRECTION_UNKNOWN, FALSE);
}

/* ---- axes of attached jobs ----------------------------------------------------------- */

#define JOB                                                                                        \
	"---\ntestcase: aim7\naim7:\n  test: disk_src\n  load: 3000\ndisk: 4BRD_12G\nfs: xfs\n"    \
	"cpufreq_governor: performance\nperf-profile:\n  delay: 20\nsuite: aim7\nucode: 0x2\n"     \
	"rootfs: internal-lkp-server:/osimage/debian/debian-x86_64-phoronix\n"

static char *axes_of(const char *body)
{
	struct mail *mail = mail_from_robot("x");
	GString *text = g_string_new(NULL);

	mail_add_text(mail, NULL, body, strlen(body));
	mail_add_text(mail, "job.yaml", JOB, strlen(JOB));
	g_auto(parsed) p = parsed_of(mail);
	judge(&p);
	g_assert_cmpuint(p.records->jobs->len, ==, 1);

	struct span axes = RECORD(p.records->jobs, struct job, 0)->axes;
	for (guint i = 0; i < axes.count; i++) {
		const struct field *f = RECORD(p.records->fields, struct field, axes.first + i);

		g_string_append_printf(
			text, "%s%.*s=%.*s", i ? " " : "", SLICE_ARG(f->key), SLICE_ARG(f->value));
	}
	return g_string_free(text, FALSE);
}

/* Without a table the programs say what is an axis; a header says it better. */
static void axes_of_jobs(void)
{
	g_autofree char *alone = axes_of("Nothing.\n");
	g_autofree char *headed =
		axes_of("=========================================\nload/testcase/ucode:\n"
			"  3000/aim7/0x2\n\ncommit: \n  e7ee96dfb8\n  490d451fa5\n\n"
			"e7ee96dfb8c26877 490d451fa5188975c21246f7f8f\n"
			"---------------- ---------------------------\n"
			"         %stddev     %change         %stddev\n"
			"             \\          |                \\\n"
			"     87271            -6.7%      81409        aim7.jobs-per-min\n\n");

	g_assert_cmpstr(alone, ==,
		"testcase=aim7 rootfs=debian-x86_64-phoronix test=disk_src load=3000 "
		"disk=4BRD_12G fs=xfs cpufreq_governor=performance");
	g_assert_cmpstr(
		headed, ==, "testcase=aim7 rootfs=debian-x86_64-phoronix load=3000 ucode=0x2");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	mime_init();
	rules = rules_builtin();
	g_test_add_func("/judge/genuine", test_genuine);
	g_test_add_func("/judge/spoilt", test_spoilt);
	g_test_add_func("/judge/directions", test_directions);
	g_test_add_func("/judge/axes-of-jobs", axes_of_jobs);
	int status = g_test_run();
	rules_free(rules);
	return status;
}
