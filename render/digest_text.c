/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A digest as plain text, readable as a mail: its frame, ledger and lists. */
#include "render/digest_text.h"

/* ---- ledger ------------------------------------------------------------------------ */

static void put_ledger(GString *out, const struct digest *digest)
{
	const struct digest_ledger *ledger = &digest->ledger;

	if (!ledger->rows->len)
		return;
	text_heading(out, "Ledger", '-');
	g_string_append_printf(out, "  %-17s %11s%s\n", "clusters", "this period",
		ledger->has_last ? "      last  difference" : "");
	for (guint i = 0; i < ledger->rows->len; i++) {
		const struct digest_ledger_row *row =
			&g_array_index(ledger->rows, struct digest_ledger_row, i);
		g_autofree char *difference = words_difference(row);

		g_string_append_printf(out, "  %-17s %11u", state_name(row->state), row->now);
		if (ledger->has_last)
			g_string_append_printf(out, "%10u%12s", row->last, difference);
		g_string_append_c(out, '\n');
	}
}

/* ---- ranked lists --------------------------------------------------------------------- */

#define INDENT "      "

static void put_lead(GString *out, const struct digest_claim *lead)
{
	g_autofree char *change = words_claim_change(lead);
	g_autofree char *safe_change = wrap_safe(change);
	g_autofree char *label = wrap_safe(lead->label);

	text_paragraphf(out, INDENT, INDENT, "%s %s %s of %s", words_glyph(lead->verdict),
		safe_change, words_verdict(lead), label);
	if (!lead->row) {
		text_paragraphf(out, INDENT, INDENT, "%s: no row of the mail's tables shows it",
			words_grade(NULL));
		return;
	}

	const struct effect *effect = &lead->row->effect;
	g_autofree char *interval = words_interval(effect->ci, effect->unit);
	g_autofree char *runs = words_runs(lead->row);

	text_paragraphf(out, INDENT, INDENT, "%s, 95 %% interval %s, n %s", words_grade(lead->row),
		interval, runs);
}

static void put_listed(GString *out, const struct digest_entry *entry)
{
	g_autofree char *first = g_strdup_printf("%4u. ", entry->rank);
	g_autofree char *id = wrap_safe(entry->id);
	g_autofree char *title = wrap_safe(entry->title ? entry->title : "(no title)");
	g_autofree char *subsystem = wrap_safe(entry->subsystem ? entry->subsystem : "unknown");
	g_autofree char *breadth = words_breadth(entry);
	g_autofree char *state = words_state(entry), *flags = words_flags(entry);
	g_autofree char *safe_flags = wrap_safe(flags);
	g_autofree char *age = words_age(entry), *points = words_number(entry->points);

	text_paragraphf(out, first, INDENT, "%s  %s", id, title);
	if (entry->lead)
		put_lead(out, entry->lead);
	text_paragraphf(out, INDENT, INDENT, "%s; %s%s%s; %s", state, age, flags ? "; " : "",
		safe_flags, breadth);
	text_paragraphf(out, INDENT, INDENT, "subsystem %s; score %s%s%s", subsystem, points,
		entry->verdict ? "; run again here: " : "", entry->verdict ? entry->verdict : "");
	if (entry->reports->len && ((struct digest_report *)entry->reports->pdata[0])->url)
		text_paragraphf(out, INDENT, INDENT, "%s",
			((struct digest_report *)entry->reports->pdata[0])->url);
}

static void put_lists(GString *out, const struct digest *digest)
{
	for (int section = 0; section < SECTIONS; section++) {
		const GPtrArray *entries = digest->entries[section];

		if (!entries->len)
			continue;
		text_heading(out, digest_section_title(section), '-');
		for (guint i = 0; i < entries->len; i++)
			put_listed(out, entries->pdata[i]);
	}
}

/* ---- head -------------------------------------------------------------------------- */

static void put_read(const char *name, const char *text, void *out)
{
	text_item(out, name, text);
}

/* Our own words, longer than a stranger's field may be. */
static void put_rule(GString *out, const char *label, const char *rule)
{
	g_autofree char *first = g_strdup_printf("  %-*s", TEXT_LABEL, label);
	g_autofree char *rest = g_strnfill(TEXT_LABEL + 2, ' ');

	wrap_to(out, first, rest, rule);
}

static void put_head(GString *out, const struct digest *digest)
{
	const struct digest_head *head = &digest->head;
	g_autofree char *generated = words_time(head->generated);

	text_heading(out, "What was read, and how it is judged", '-');
	words_each_read(head, put_read, out);
	put_rule(out, "Method", head->method);
	put_rule(out, "Trust", head->calibration);
	put_rule(out, "Score", head->formula);
	put_rule(out, "Listed", head->listing_rule);
	put_rule(out, "Subject", head->subject_rule);
	text_item_if(out, "Made", generated);
}

/* ---- all --------------------------------------------------------------------------- */

static void put_cards(GString *out, const struct digest *digest)
{
	gboolean headed = FALSE;

	for (int section = 0; section < SECTIONS; section++) {
		const GPtrArray *entries = digest->entries[section];

		for (guint i = 0; i < entries->len; i++) {
			const struct digest_entry *entry = entries->pdata[i];

			if (!entry->has_card)
				continue;
			if (!headed)
				text_heading(out, "Evidence", '=');
			headed = TRUE;
			text_put_card(out, entry);
		}
	}
	if (digest->uncarded) {
		g_autofree char *uncarded = words_uncarded(digest->uncarded);

		text_paragraphf(out, "\n  ", "  ", "%s", uncarded);
	}
}

GString *digest_text(const struct digest *digest)
{
	GString *out = g_string_new(NULL);
	g_autofree char *subject = wrap_safe(digest->subject);

	wrap_to(out, "Subject: ", " ", subject);
	g_string_append_c(out, '\n');
	for (guint i = 0; i < digest->prose->len; i++) {
		g_autofree char *line = wrap_safe(digest->prose->pdata[i]);

		wrap_to(out, "", "", line);
	}
	put_ledger(out, digest);
	put_lists(out, digest);
	text_put_views(out, digest);
	put_head(out, digest);
	put_cards(out, digest);
	text_put_others(out, digest);
	text_put_appendix(out, digest);
	return out;
}
