/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A digest as tables for spreadsheets and scripts, a kind each. */
#include "render/csv.h"
#include "render/digest_words.h"

#include <math.h>

/* ---- fields -------------------------------------------------------------------------- */

static void put_bool(GString *out, gboolean value)
{
	csv_text(out, value ? "yes" : "no");
}

static void put_time(GString *out, gint64 date)
{
	g_autofree char *text = words_time(date);

	csv_text(out, text);
}

static void put_line(GString *out, guint line)
{
	if (line)
		csv_count(out, line);
	else
		csv_nothing(out);
}

static void put_change(GString *out, const struct digest_change *change)
{
	csv_real(out, change->text ? change->value : NAN);
	csv_text(out, unit_name(change->unit));
}

#define JUDGED_HEADS                                                                               \
	"grade,interval_low,interval_high,p_low,p_high,p_corrected_low,p_corrected_high,"          \
	"before_n_low,before_n_high,before_n_source,after_n_low,after_n_high,after_n_source"

static void put_interval(GString *out, const struct interval *interval)
{
	csv_real(out, interval ? interval->low : NAN);
	csv_real(out, interval ? interval->high : NAN);
}

static void put_runs(GString *out, const struct runs *runs)
{
	if (!runs) {
		csv_nothing(out);
		csv_nothing(out);
		csv_text(out, NULL);
		return;
	}
	csv_count(out, runs->low);
	csv_count(out, runs->high);
	csv_text(out, runs_source_name(runs->source));
}

/* `row` NULL: there is none to judge. */
static void put_judged(GString *out, const struct digest_row *row)
{
	csv_text(out, words_grade(row));
	put_interval(out, row ? &row->effect.ci : NULL);
	put_interval(out, row ? &row->effect.p : NULL);
	put_interval(out, row ? &row->corrected : NULL);
	put_runs(out, row ? &row->before.runs : NULL);
	put_runs(out, row ? &row->after.runs : NULL);
}

/* ---- clusters ------------------------------------------------------------------------ */

static const char clusters_heads[] =
	"section,rank,cluster,commit,title,author,subsystem,state,state_before,state_now,flags,"
	"new,first,last,changed,age_days,answers,testcases,machines,"
	"score,score_size,score_grade,score_breadth,score_tree,score_freshness,seen_in,"
	"metric,testcase,machine,change,unit,said,verdict," JUDGED_HEADS ","
	"reproduction,message_id,url\n";

static void put_score(GString *out, const struct digest_entry *entry)
{
	const struct score *score = &entry->score;

	csv_real(out, entry->points);
	csv_real(out, score->size);
	csv_real(out, score->grade);
	csv_real(out, score->breadth);
	csv_real(out, score->tree);
	csv_real(out, score->freshness);
	csv_text(out, score_tree_name(entry->tree));
}

static void put_lead(GString *out, const struct digest_claim *lead)
{
	static const struct digest_change none = {NULL, NAN, UNIT_PERCENT};

	csv_text(out, lead ? lead->metric : NULL);
	csv_text(out, lead ? lead->testcase : NULL);
	csv_text(out, lead ? lead->machine : NULL);
	put_change(out, lead ? &lead->change : &none);
	csv_text(out, lead ? lead->said : NULL);
	csv_text(out, lead ? verdict_name(lead->verdict) : NULL);
	put_judged(out, lead ? lead->row : NULL);
}

static void put_standing(GString *out, const struct digest_entry *entry)
{
	g_autofree char *flags = words_flags(entry);

	csv_text(out, state_name(entry->state));
	csv_text(out, entry->state_last == STATES ? NULL : state_name(entry->state_last));
	csv_text(out, state_name(entry->state_now));
	csv_text(out, flags);
	put_bool(out, entry->is_new);
	put_time(out, entry->first);
	put_time(out, entry->last);
	put_time(out, entry->changed);
	csv_real(out, entry->age < 0 ? NAN : (double)entry->age);
}

static void put_cluster(GString *out, const struct digest_entry *entry)
{
	const struct digest_report *first = entry->reports->len ? entry->reports->pdata[0] : NULL;

	csv_text(out, digest_section_name(entry->section));
	csv_count(out, entry->rank);
	csv_text(out, entry->id);
	csv_text(out, entry->commit);
	csv_text(out, entry->title);
	csv_text(out, entry->author);
	csv_text(out, entry->subsystem);
	put_standing(out, entry);
	csv_count(out, entry->answers);
	csv_count(out, entry->testcases);
	csv_count(out, entry->machine_count);
	put_score(out, entry);
	put_lead(out, entry->lead);
	csv_text(out, entry->verdict);
	csv_text(out, first ? first->message_id : NULL);
	csv_text(out, first ? first->url : NULL);
	csv_end(out);
}

/* ---- what is of a cluster --------------------------------------------------------------- */

static const char claims_heads[] =
	"cluster,kind,message_id,line,testcase,machine,parameters,metric,change,unit,said,verdict,"
	"verdict_from,table,row_line," JUDGED_HEADS "\n";

static void put_claim(GString *out, const struct digest_entry *entry, struct digest_claim *claim)
{
	csv_text(out, entry->id);
	csv_text(out, claim->headline ? "headline" : "box");
	csv_text(out, claim->report->message_id);
	put_line(out, claim->line);
	csv_text(out, claim->testcase);
	csv_text(out, claim->machine);
	csv_text(out, claim->params);
	csv_text(out, claim->metric);
	put_change(out, &claim->change);
	csv_text(out, claim->said);
	csv_text(out, verdict_name(claim->verdict));
	csv_text(out, claim->told ? "direction" : claim->verdict ? "word" : NULL);
	csv_text(out, claim->row ? claim->row->table : NULL);
	put_line(out, claim->row ? claim->row->line : 0);
	put_judged(out, claim->row);
	csv_end(out);
}

static void put_claims(GString *out, const struct digest_entry *entry)
{
	for (guint i = 0; i < entry->claims->len; i++)
		for (struct digest_claim *claim = entry->claims->pdata[i]; claim;
			claim = claim->again)
			put_claim(out, entry, claim);
}

static const char rows_heads[] =
	"cluster,message_id,table,line,stat,headline,before,before_stddev,after,after_stddev,"
	"change,unit,better,consistency,effect,effect_unit," JUDGED_HEADS "\n";

static void put_mean(GString *out, const struct digest_cell *cell)
{
	csv_real(out, cell->text ? cell->mean : NAN);
	csv_real(out, cell->stddev == STDDEV_NONE ? NAN : cell->stddev);
}

static void put_row(GString *out, const struct digest_entry *entry, const struct digest_row *row)
{
	csv_text(out, entry->id);
	csv_text(out, row->message_id);
	csv_text(out, row->table);
	put_line(out, row->line);
	csv_text(out, row->stat);
	put_bool(out, row->headline);
	put_mean(out, &row->before);
	put_mean(out, &row->after);
	put_change(out, &row->change);
	csv_text(out, direction_name(row->direction));
	csv_text(out, consistency_name(row->consistency));
	csv_real(out, row->effect.change);
	csv_text(out, unit_name(row->effect.unit));
	put_judged(out, row);
	csv_end(out);
}

static void put_rows(GString *out, const struct digest_entry *entry)
{
	for (guint i = 0; i < entry->reports->len; i++) {
		const struct digest_report *report = entry->reports->pdata[i];

		for (guint k = 0; k < report->kpis->len; k++)
			put_row(out, entry, report->kpis->pdata[k]);
	}
}

static const char events_heads[] =
	"cluster,date,kind,who,told,text,message_id,line,url,before,after,in_period\n";

static void put_event(
	GString *out, const struct digest_entry *entry, const struct digest_step *step)
{
	csv_text(out, entry->id);
	put_time(out, step->date);
	csv_text(out, step->kind);
	csv_text(out, step->who);
	csv_text(out, step->told);
	csv_text(out, step->words);
	csv_text(out, step->message_id);
	put_line(out, step->line);
	csv_text(out, step->url);
	csv_text(out, step->changes ? state_name(step->before) : NULL);
	csv_text(out, step->changes ? state_name(step->after) : NULL);
	put_bool(out, step->in_period);
	csv_end(out);
}

static void put_events(GString *out, const struct digest_entry *entry)
{
	for (guint i = 0; i < entry->steps->len; i++)
		put_event(out, entry, entry->steps->pdata[i]);
}

/* ---- ledger ------------------------------------------------------------------------------- */

static const char ledger_heads[] = "state,now,last\n";

static void put_ledger(GString *out, const struct digest_ledger *ledger)
{
	for (guint i = 0; i < ledger->rows->len; i++) {
		const struct digest_ledger_row *row =
			&g_array_index(ledger->rows, struct digest_ledger_row, i);

		csv_text(out, state_name(row->state));
		csv_count(out, row->now);
		csv_real(out, ledger->has_last ? row->last : NAN);
		csv_end(out);
	}
}

/* ---- all ------------------------------------------------------------------------------------ */

static const struct {
	const char *heads;
	void (*put)(GString *out, const struct digest_entry *entry); /* NULL: not by cluster */
} tables[DIGEST_TABLES] = {
	[DIGEST_CLUSTERS] = {clusters_heads, put_cluster},
	[DIGEST_CLAIMS] = {claims_heads, put_claims},
	[DIGEST_ROWS] = {rows_heads, put_rows},
	[DIGEST_EVENTS] = {events_heads, put_events},
	[DIGEST_LEDGER] = {ledger_heads, NULL},
};

GString *digest_csv(const struct digest *digest, enum digest_table table)
{
	GString *out = g_string_new(tables[table].heads);

	if (!tables[table].put)
		put_ledger(out, &digest->ledger);
	for (int section = 0; tables[table].put && section < SECTIONS; section++)
		for (guint i = 0; i < digest->entries[section]->len; i++)
			tables[table].put(out, digest->entries[section]->pdata[i]);
	return out;
}
