/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/show.h"
#include "render/full.h"
#include "render/full_words.h"

#include <math.h>
#include <string.h>

/* ---- fields ------------------------------------------------------------------------ */

static void separate(GString *out)
{
	if (out->len && out->str[out->len - 1] != '\n')
		g_string_append_c(out, ',');
}

/* A spreadsheet runs what begins so; text of strangers must not. */
static gboolean would_run(const char *text)
{
	return *text && strchr("=+-@\t\r", *text);
}

/* Always in quotes, so that an empty text is not nothing. */
static void add_text(GString *out, const char *text)
{
	g_autofree char *safe = show_line(slice_of(text ? text : ""));

	separate(out);
	g_string_append_c(out, '"');
	if (would_run(safe))
		g_string_append_c(out, '\'');
	for (const char *at = safe; *at; at++) {
		if (*at == '"')
			g_string_append_c(out, '"');
		g_string_append_c(out, *at);
	}
	g_string_append_c(out, '"');
}

/* Nothing where it is not known; inf as such. */
static void add_figure(GString *out, const char *format, double value)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];

	separate(out);
	if (!isnan(value))
		g_string_append(out, g_ascii_formatd(text, sizeof(text), format, value));
}

static void add_real(GString *out, double value)
{
	add_figure(out, "%.15g", value);
}

static void add_count(GString *out, guint value)
{
	separate(out);
	g_string_append_printf(out, "%u", value);
}

/* ---- lines ----------------------------------------------------------------------------- */

static const char heads[] =
	"axes,base,head,stat,kind,better,alias_of,"
	"base_n,base_runs,base_mean,base_stddev,base_fails,"
	"head_n,head_runs,head_mean,head_stddev,head_fails,"
	"change,unit,interval_low,interval_high,p,p_corrected_low,p_corrected_high,grade,"
	"significant,exploratory,"
	"verdict,robustness,rank_p,shift,delta,notes,lkp_changed,lkp_change,lkp_unit\n";

static void add_cell(
	GString *out, const struct comparison_row *row, const struct comparison_cell *cell)
{
	add_count(out, cell->n);
	add_count(out, cell->runs);
	add_real(out, cell->mean);
	add_real(out, cell->spread);
	add_real(out, row->kind == KIND_FAILURE ? cell->failed : NAN);
}

static void add_notes(GString *out, guint notes)
{
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint note = 1; note < NOTES_END; note <<= 1)
		if (notes & note)
			g_string_append_printf(
				text, "%s%s", text->len ? "; " : "", judge_note_text(note));
	add_text(out, text->str);
}

/* To about as many digits as LKP prints. */
static void add_lkp(GString *out, const struct comparison_row *row, guint member)
{
	add_figure(out, "%.6g", row->lkp->cells[member].change);
	add_text(out, unit_name(row->lkp->is_absolute && !row->lkp->is_failure ? UNIT_POINTS
									       : UNIT_PERCENT));
}

static void add_verdict(GString *out, const struct comparison_row *row, guint member)
{
	const struct comparison_verdict *verdict = &row->verdicts[member];
	const struct judgement *judged = &verdict->judged;
	gboolean ranked = row->kind != KIND_FAILURE && !isnan(judged->p);

	add_real(out, judged->change);
	add_text(out, unit_name(judged->unit));
	add_real(out, judged->ci.low);
	add_real(out, judged->ci.high);
	add_real(out, judged->p);
	add_real(out, verdict->p.low);
	add_real(out, verdict->p.high);
	add_text(out, grade_name(verdict->grade));
	add_text(out, grade_is_significant(verdict->grade) ? "yes" : "no");
	add_text(out, verdict->is_exploratory ? "yes" : "no");
	add_text(out, full_verdict(verdict->verdict));
	add_text(out, ranked ? robustness_name(judged->robustness) : NULL);
	add_real(out, ranked ? judged->rank.p : NAN);
	add_real(out, ranked ? judged->shift.median : NAN);
	add_real(out, ranked ? judged->rank.delta : NAN);
	add_notes(out, judged->notes);
	add_text(out, verdict->is_changed ? "yes" : "no");
	add_lkp(out, row, member);
}

static void add_line(GString *out, const struct lkp_style *style, const struct full_group *group,
	const struct comparison_row *row, guint member)
{
	const struct lkp_group *head = group->head;
	const struct comparison_row *first = group->judged->rows->pdata[row->alias_of];
	g_autofree char *axes = axes_line(head->members[member].axes, head->compared, FALSE);
	g_autofree char *base = lkp_title_of(head, style, &head->members[0]);
	g_autofree char *title = lkp_title_of(head, style, &head->members[member]);

	add_text(out, axes);
	add_text(out, base);
	add_text(out, title);
	add_text(out, row->name);
	add_text(out, comparison_kind_name(row->kind));
	add_text(out, direction_name(row->direction));
	add_text(out, first == row ? NULL : first->name);
	add_cell(out, row, &row->cells[0]);
	add_cell(out, row, &row->cells[member]);
	add_verdict(out, row, member);
	g_string_append_c(out, '\n');
}

void full_print_csv(
	GString *out, const struct lkp_style *style, const struct full_group *groups, guint n)
{
	g_string_append(out, heads);
	for (guint i = 0; i < n; i++)
		for (guint k = 0; k < groups[i].judged->rows->len; k++)
			for (guint member = 1; member < groups[i].judged->n; member++)
				add_line(out, style, &groups[i], groups[i].judged->rows->pdata[k],
					member);
}
