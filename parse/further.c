/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/further.h"

#include "parse/claim.h"
#include "parse/commit_id.h"
#include "parse/impact.h"
#include "parse/metadata.h"

static gboolean is_same(const struct headline *a, const struct headline *b)
{
	return a->form == b->form && slice_equal(a->metric, b->metric) &&
	       slice_equal(a->claim, b->claim) && slice_equal(a->failure, b->failure) &&
	       (slice_is_null(a->commit) || slice_is_null(b->commit) ||
		       commit_same(a->commit, b->commit));
}

static void tell(const struct records *records, const struct body_line *line, const char *what,
	const struct diag_sink *sink)
{
	struct origin at = origin_at(&records->mail->origin, line->part, line->number);

	diag_emit(sink, DIAG_HEADLINE_FURTHER, &at, line->text, "%s", what);
}

/* How it was tested stands below, as below the first headline. */
static void read_block(struct records *records, struct impact *impact, guint line,
	const GArray *lines, const struct diag_sink *sink)
{
	const struct report report = records->report; /* is read later */

	metadata_read(records, lines, line, sink);
	impact->testcase = records->report.testcase;
	impact->machine = records->report.machine;
	impact->params = records->report.params;
	records->report = report;
}

static void add_impact(struct records *records, const struct headline *h, const GArray *lines,
	const struct diag_sink *sink)
{
	const struct body_line *line = BODY_LINE(lines, h->line);
	struct impact impact = {
		.part = line->part,
		.line = line->number,
		.text = body_joined(lines, h->line, h->end - h->line - 1, records->text),
		.metric = h->metric,
		.change = claim_change(h->claim),
		.verdict = h->verdict,
		.table = -1,
		.headline = TRUE,
	};

	if (records->impacts->len >= IMPACTS_MAX) {
		tell(records, line, "the mail has too many claims; this one is not kept", sink);
		return;
	}
	read_block(records, &impact, h->line, lines, sink);
	g_array_append_val(records->impacts, impact);
}

static void add_failure(struct records *records, const struct headline *h, const GArray *lines)
{
	struct failure failure = {BODY_LINE(lines, h->line)->number, h->failure, {0, 0}};

	g_array_append_val(records->failures, failure);
}

static void add(struct records *records, const struct headline *first, const struct headline *h,
	const GArray *lines, const struct diag_sink *sink)
{
	const struct body_line *line = BODY_LINE(lines, h->line);

	if (!slice_is_null(h->commit) && !slice_is_null(first->commit) &&
		!commit_same(h->commit, first->commit))
		tell(records, line,
			"a further headline blames another commit; its claim is kept "
			"as one of this mail",
			sink);
	if (h->form == HEADLINE_CHANGE)
		add_impact(records, h, lines, sink);
	else if (h->form == HEADLINE_FAILURE)
		add_failure(records, h, lines);
	else
		tell(records, line, "a further headline names neither a metric nor a result", sink);
}

static gint by_place(gconstpointer a, gconstpointer b)
{
	const struct impact *x = a, *y = b;

	if (x->part != y->part)
		return x->part < y->part ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

void further_read(struct records *records, const struct headline *first, const GArray *lines,
	const struct diag_sink *sink)
{
	struct headline h = *first;

	if (first->form != HEADLINE_CHANGE && first->form != HEADLINE_FAILURE &&
		first->form != HEADLINE_COMMIT && first->form != HEADLINE_CHANGES)
		return;
	for (guint n = 0;; n++) {
		h = headline_next(lines, h.end, records->text);
		if (!h.form)
			break;
		if (n == FURTHER_MAX) {
			tell(records, BODY_LINE(lines, h.line),
				"the mail has too many headlines; from here on they are not read",
				sink);
			break;
		}
		if (!is_same(first, &h))
			add(records, first, &h, lines, sink);
	}
	g_array_sort(records->impacts, by_place);
}
