/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The subject of a digest and its few lines of prose: what a hurried reader must know.
 */
#include "render/digest_words.h"

static guint entries(const struct digest *digest, enum digest_section section)
{
	return digest->entries[section]->len;
}

static void say(struct digest *digest, const char *line)
{
	if (digest->prose->len < DIGEST_PROSE_MAX)
		g_ptr_array_add(digest->prose, (char *)digest_keep(digest, line));
}

/* ---- subject ------------------------------------------------------------------------ */

static void tell_subject(struct digest *digest)
{
	guint mixed = entries(digest, SECTION_MIXED);
	guint unjudged = entries(digest, SECTION_UNJUDGED);
	g_autofree char *regressions =
		words_plural(entries(digest, SECTION_REGRESSIONS), "regression", "regressions");
	g_autofree char *improvements =
		words_plural(entries(digest, SECTION_IMPROVEMENTS), "improvement", "improvements");
	g_autoptr(GString) subject = g_string_new(NULL);

	g_string_append_printf(subject, "[lkp-digest] %s: %s", digest->head.period, regressions);
	if (mixed)
		g_string_append_printf(subject, ", %u mixed", mixed);
	g_string_append_printf(subject, "; %s", improvements);
	if (unjudged)
		g_string_append_printf(subject, "; %u without verdict", unjudged);
	digest->subject = digest_keep(digest, subject->str);
}

/* ---- prose ---------------------------------------------------------------------------- */

static void tell_counts(struct digest *digest)
{
	g_autofree char *reports = words_plural(digest->head.messages[MESSAGE_PERFORMANCE],
		"performance report blames", "performance reports blame");
	g_autofree char *slower = words_plural(entries(digest, SECTION_REGRESSIONS),
		"commit for a regression", "commits for regressions");
	g_autofree char *faster = words_plural(
		entries(digest, SECTION_IMPROVEMENTS), "for an improvement", "for improvements");
	g_autoptr(GString) line = g_string_new(NULL);

	g_string_append_printf(line, "%s %s, %s", reports, slower, faster);
	if (entries(digest, SECTION_MIXED))
		g_string_append_printf(line, ", %u for both", entries(digest, SECTION_MIXED));
	if (entries(digest, SECTION_UNJUDGED))
		g_string_append_printf(
			line, ", %u without a verdict's word", entries(digest, SECTION_UNJUDGED));
	g_string_append_c(line, '.');
	say(digest, line->str);
}

static const struct digest_entry *worst_of(const struct digest *digest)
{
	const struct digest_entry *worst = NULL;

	for (int section = SECTION_REGRESSIONS; section <= SECTION_MIXED; section++) {
		const struct digest_entry *first =
			entries(digest, section) ? digest->entries[section]->pdata[0] : NULL;

		if (first && (!worst || first->severity > worst->severity))
			worst = first;
	}
	return worst;
}

static void tell_worst(struct digest *digest)
{
	const struct digest_entry *worst = worst_of(digest);

	if (!worst || !worst->lead)
		return;

	g_autofree char *commit = words_commit(worst->commit);
	g_autofree char *change = words_claim_change(worst->lead);
	g_autofree char *breadth = words_breadth(worst);
	g_autoptr(GString) line = g_string_new(NULL);

	g_string_append_printf(line, "The worst is %s", commit);
	if (worst->title)
		g_string_append_printf(line, " (\"%s\")", worst->title);
	g_string_append_printf(
		line, ": %s %s, %s", worst->lead->label, change, words_grade(worst->lead->row));
	if (worst->lead->row) {
		const struct effect *effect = &worst->lead->row->effect;
		g_autofree char *interval = words_interval(effect->ci, effect->unit);

		g_string_append_printf(line, " (95 %% interval %s)", interval);
	}
	g_string_append_printf(line, "; seen in %s.", breadth);
	say(digest, line->str);
}

static void tell_grades(struct digest *digest)
{
	const guint64 *graded = digest->head.graded;
	guint64 all = 0;

	for (int grade = 0; grade <= GRADE_STRONG; grade++)
		all += graded[grade];
	if (!all)
		return;

	g_autofree char *claims = words_plural(all, "claimed change", "claimed changes");
	g_autoptr(GString) line = g_string_new(NULL);

	g_string_append_printf(line, "Of %s ", claims);
	for (int grade = GRADE_STRONG; grade >= 0; grade--)
		if (graded[grade])
			g_string_append_printf(line, "%" G_GUINT64_FORMAT " %s %s, ", graded[grade],
				graded[grade] == 1 ? "is" : "are", grade_name(grade));
	g_string_truncate(line, line->len - 2);
	g_string_append(line, " on the printed numbers alone.");
	say(digest, line->str);
}

static void tell_doubts(struct digest *digest)
{
	const struct digest_head *head = &digest->head;
	g_autofree char *rows = words_plural(head->inconsistent,
		"table row contradicts its own means", "table rows contradict their own means");
	g_autofree char *diags = words_plural(head->diagnostics, "diagnostic", "diagnostics");
	g_autoptr(GString) line = g_string_new(NULL);

	if (head->inconsistent)
		g_string_append(line, rows);
	if (head->diagnostics)
		g_string_append_printf(line, "%s gave %s, see the appendix",
			line->len ? "; reading" : "Reading", diags);
	if (!line->len)
		return;
	g_string_append_c(line, '.');
	say(digest, line->str);
}

void digest_tell(struct digest *digest)
{
	tell_subject(digest);
	if (!digest->head.messages[MESSAGE_PERFORMANCE]) {
		say(digest, "No performance report lies in this period.");
	} else {
		tell_counts(digest);
		tell_worst(digest);
		tell_grades(digest);
	}
	tell_doubts(digest);
}
