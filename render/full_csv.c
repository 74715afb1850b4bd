/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/csv.h"
#include "render/full.h"
#include "render/full_words.h"

#include <math.h>

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
	csv_count(out, cell->n);
	csv_count(out, cell->runs);
	csv_real(out, cell->mean);
	csv_real(out, cell->spread);
	csv_real(out, row->kind == KIND_FAILURE ? cell->failed : NAN);
}

static void add_notes(GString *out, guint notes)
{
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint note = 1; note < NOTES_END; note <<= 1)
		if (notes & note)
			g_string_append_printf(
				text, "%s%s", text->len ? "; " : "", judge_note_text(note));
	csv_text(out, text->str);
}

/* To about as many digits as LKP prints. */
static void add_lkp(GString *out, const struct comparison_row *row, guint member)
{
	csv_figure(out, "%.6g", row->lkp->cells[member].change);
	csv_text(out, unit_name(row->lkp->is_absolute && !row->lkp->is_failure ? UNIT_POINTS
									       : UNIT_PERCENT));
}

static void add_verdict(GString *out, const struct comparison_row *row, guint member)
{
	const struct comparison_verdict *verdict = &row->verdicts[member];
	const struct judgement *judged = &verdict->judged;
	gboolean ranked = row->kind != KIND_FAILURE && !isnan(judged->p);

	csv_real(out, judged->change);
	csv_text(out, unit_name(judged->unit));
	csv_real(out, judged->ci.low);
	csv_real(out, judged->ci.high);
	csv_real(out, judged->p);
	csv_real(out, verdict->p.low);
	csv_real(out, verdict->p.high);
	csv_text(out, grade_name(verdict->grade));
	csv_text(out, grade_is_significant(verdict->grade) ? "yes" : "no");
	csv_text(out, verdict->is_exploratory ? "yes" : "no");
	csv_text(out, full_verdict(verdict->verdict));
	csv_text(out, ranked ? robustness_name(judged->robustness) : NULL);
	csv_real(out, ranked ? judged->rank.p : NAN);
	csv_real(out, ranked ? judged->shift.median : NAN);
	csv_real(out, ranked ? judged->rank.delta : NAN);
	add_notes(out, judged->notes);
	csv_text(out, verdict->is_changed ? "yes" : "no");
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

	csv_text(out, axes);
	csv_text(out, base);
	csv_text(out, title);
	csv_text(out, row->name);
	csv_text(out, comparison_kind_name(row->kind));
	csv_text(out, direction_name(row->direction));
	csv_text(out, first == row ? NULL : first->name);
	add_cell(out, row, &row->cells[0]);
	add_cell(out, row, &row->cells[member]);
	add_verdict(out, row, member);
	csv_end(out);
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
