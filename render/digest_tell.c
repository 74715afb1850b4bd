/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The subject of a digest and its few lines of prose: what a hurried reader must know.
 */
#include "render/digest_parts.h"
#include "render/digest_words.h"

static void say(struct digest *digest, const GString *line)
{
	if (line->len && digest->prose->len < DIGEST_PROSE_MAX)
		g_ptr_array_add(digest->prose, (char *)digest_keep(digest, line->str));
}

/* ---- subject ------------------------------------------------------------------------ */

static void add_count(GString *to, guint count, const char *what)
{
	if (count)
		g_string_append_printf(to, "%s%u %s", to->len ? ", " : "", count, what);
}

/* "4 new, 2 fix-proposed, 3 fixed, 1 reopened" */
static char *told_regressions(const struct digest_tally *tally)
{
	GString *told = g_string_new(NULL);

	add_count(told, tally->fresh, "new");
	for (int state = 0; state < STATES; state++)
		add_count(told, tally->reached[state], state_name((enum state)state));
	return g_string_free(told, FALSE);
}

static void tell_subject(struct digest *digest)
{
	const struct digest_tally *tally = &digest->tally;
	g_autofree char *regressions = told_regressions(tally);
	g_autoptr(GString) good = g_string_new(NULL);

	add_count(good, tally->improvements,
		tally->improvements == 1 ? "improvement" : "improvements");
	add_count(good, tally->unjudged, "without a verdict");

	g_autoptr(GString) told = g_string_new(regressions);

	if (good->len)
		g_string_append_printf(told, "%s%s", told->len ? "; " : "", good->str);
	digest->subject = digest_keepf(digest, "[lkp-digest] %s%s%s: %s", digest->head.period,
		digest->head.narrowed ? ", " : "",
		digest->head.narrowed ? digest->head.narrowed : "",
		told->len ? told->str : "nothing new");
}

/* ---- prose ---------------------------------------------------------------------------- */

static const struct digest_entry *worst_of(const struct digest *digest)
{
	const struct digest_entry *worst = NULL;

	for (int section = SECTION_REGRESSIONS; section <= SECTION_MIXED; section++) {
		const struct digest_entry *first =
			digest->entries[section]->len ? digest->entries[section]->pdata[0] : NULL;

		if (first && (!worst || first->points > worst->points))
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

	g_string_append_printf(line, "The worst that stands is %s", commit);
	if (worst->title)
		g_string_append_printf(line, " (\"%s\")", worst->title);
	g_string_append_printf(
		line, ": %s %s, %s", worst->lead->label, change, words_grade(worst->lead->row));
	if (worst->lead->row) {
		const struct effect *effect = &worst->lead->row->effect;
		g_autofree char *interval = words_interval(effect->ci, effect->unit);

		g_string_append_printf(line, " (95 %% interval %s)", interval);
	}
	g_string_append_printf(line, "; seen in %s; %s.", breadth, state_name(worst->state));
	say(digest, line);
}

/* "Since the last period: open 19 to 21, fixed 3 to 4." */
static void tell_ledger(struct digest *digest)
{
	const GArray *rows = digest->ledger.rows;
	g_autoptr(GString) line = g_string_new(NULL);

	if (!digest->ledger.has_last)
		return;
	for (guint i = 0; i < rows->len; i++) {
		const struct digest_ledger_row *row =
			&g_array_index(rows, struct digest_ledger_row, i);

		if (row->now != row->last)
			g_string_append_printf(line, "%s %s %u to %u",
				line->len ? "," : "Since the last period:", state_name(row->state),
				row->last, row->now);
	}
	g_string_append(line, line->len ? "." : "");
	if (!line->len && rows->len)
		g_string_append(line, "No cluster moved from one state to another in the period.");
	say(digest, line);
}

/* The settled, by name where they are few. */
static void tell_settled(struct digest *digest)
{
	const GPtrArray *settled = digest->entries[SECTION_SETTLED];
	g_autoptr(GString) line = g_string_new(NULL);
	guint told = 0;

	for (guint i = 0; i < settled->len && told < 3; i++) {
		const struct digest_entry *entry = settled->pdata[i];
		g_autofree char *commit = words_commit(entry->commit);

		g_string_append_printf(line, "%s%s is %s",
			told++ ? "; " : "Nothing left to do: ", commit, state_name(entry->state));
	}
	if (settled->len > told)
		g_string_append_printf(line, "; and %u more", settled->len - told);
	g_string_append(line, line->len ? "." : "");
	say(digest, line);
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

	g_string_append_printf(line, "On the printed numbers alone, of %s ", claims);
	for (int grade = GRADE_STRONG; grade >= 0; grade--)
		if (graded[grade])
			g_string_append_printf(line, "%" G_GUINT64_FORMAT " %s %s, ", graded[grade],
				graded[grade] == 1 ? "is" : "are", grade_name(grade));
	g_string_truncate(line, line->len - 2);
	g_string_append_c(line, '.');
	say(digest, line);
}

static void tell_doubts(struct digest *digest)
{
	const struct digest_head *head = &digest->head;
	g_autofree char *rows = words_plural(head->inconsistent,
		"table row contradicts its own means", "table rows contradict their own means");
	g_autofree char *failed = words_plural(head->documents.failed, "document could not be read",
		"documents could not be read");
	g_autoptr(GString) line = g_string_new(NULL);

	if (head->inconsistent)
		g_string_append(line, rows);
	if (head->documents.failed)
		g_string_append_printf(line, "%s%s", line->len ? "; " : "", failed);
	if (line->len)
		g_string_append(line, ", see the appendix.");
	say(digest, line);
}

/* Still a mail worth having: what stands, and that something was read. */
static void tell_nothing(struct digest *digest)
{
	const GArray *rows = digest->ledger.rows;
	g_autofree char *messages = words_plural(digest->head.messages_read, "message", "messages");
	g_autoptr(GString) line = g_string_new(NULL);
	guint standing = 0;

	for (guint i = 0; i < rows->len; i++) {
		const struct digest_ledger_row *row =
			&g_array_index(rows, struct digest_ledger_row, i);

		if (!state_is_settled(row->state) && row->state != STATE_IMPROVEMENT)
			standing += row->now;
	}
	if (digest->head.messages_read)
		g_string_append_printf(line,
			"Nothing new: of the %s of this period none reports a change of "
			"performance or tells more of one.",
			messages);
	else
		g_string_append(line, "Nothing new: there is no message of this period.");
	if (standing)
		g_string_append_printf(line, " %u regression%s still stand%s.", standing,
			standing == 1 ? "" : "s", standing == 1 ? "s" : "");
	say(digest, line);
}

void digest_tell(struct digest *digest)
{
	tell_subject(digest);
	if (!digest->all->len) {
		tell_nothing(digest);
	} else {
		tell_worst(digest);
		tell_ledger(digest);
		tell_settled(digest);
		tell_grades(digest);
	}
	tell_doubts(digest);
}
