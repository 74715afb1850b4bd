/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/parse.h"

#include "parse/attachment.h"
#include "parse/author.h"
#include "parse/body.h"
#include "parse/declared.h"
#include "parse/diff.h"
#include "parse/event.h"
#include "parse/figures.h"
#include "parse/further.h"
#include "parse/impact.h"
#include "parse/job_axes.h"
#include "parse/kind.h"
#include "parse/plot.h"
#include "parse/repairs.h"
#include "parse/report.h"
#include "parse/shown_commit.h"
#include "parse/subject.h"
#include "parse/table.h"
#include "parse/titles.h"

static void read_parts(struct records *records, const GArray *lines, const struct diag_sink *sink)
{
	const GPtrArray *parts = records->mail->parts;

	for (guint i = 0; i < parts->len; i++) {
		const struct mail_part *part = g_ptr_array_index(parts, i);

		if (part->name || part->attached) {
			attachment_read(records, part, sink);
		} else if (body_has(part)) {
			tables_read(records, part, FALSE, sink);
			if (diffs_may_begin(lines))
				diffs_read(records, part, sink);
		}
	}
}

struct records *parse_mail(const struct mail *mail, const struct diag_sink *sink)
{
	struct records *records = records_new(mail);
	g_autoptr(GArray) lines = body_lines(mail, sink);
	struct subject subject = subject_read(slice_of(mail->subject));
	struct kind kind = kind_of(mail, &subject, lines, records->text, sink);

	records->kind = kind.kind;
	records->author = kind.author;
	records->repairs = author_repairs(mail);
	read_parts(records, lines, sink);
	body_mark_rows(lines, records);
	plots_read(records, lines, sink);
	figures_read(records, lines, sink);
	declared_read(records, lines);
	jobs_explain(records);
	records->has_report = kind.author == AUTHOR_ROBOT && kind.kind <= MESSAGE_SUMMARY;
	if (records->has_report) {
		impacts_read(records, lines, sink);
		further_read(records, &kind.headline, lines, sink);
		report_read(records, &subject, &kind.headline, lines, sink);
	}
	events_read(records, &kind.headline, lines, sink);
	shown_commits_read(records, lines, sink);
	titles_cut(records, sink);
	repairs_name(records);
	return records;
}
