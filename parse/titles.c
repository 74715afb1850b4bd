/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/titles.h"

#define ELLIPSIS "\xe2\x80\xa6"

/* Whether it was too long. */
static gboolean cut(struct records *records, struct slice *title)
{
	if (title->len <= TITLE_BYTES_MAX)
		return FALSE;

	g_autofree char *kept = slice_dup(slice_cut(*title, TITLE_BYTES_MAX));
	g_autofree char *whole = g_strconcat(kept, ELLIPSIS, NULL);

	*title = slice_of(g_string_chunk_insert(records->text, whole));
	return TRUE;
}

void titles_cut(struct records *records, const struct diag_sink *sink)
{
	guint n = cut(records, &records->report.commit_title);

	for (guint i = 0; i < records->columns->len; i++)
		n += cut(records, &RECORD(records->columns, struct column, i)->title);
	for (guint i = 0; i < records->events->len; i++)
		n += cut(records, &RECORD(records->events, struct event, i)->title);
	for (guint i = 0; i < records->shown_commits->len; i++)
		n += cut(records, &RECORD(records->shown_commits, struct shown_commit, i)->title);
	for (guint i = 0; i < records->plots->len; i++)
		n += cut(records, &RECORD(records->plots, struct plot, i)->title);
	if (n)
		diag_emit(sink, DIAG_TITLE_TOO_LONG, &records->mail->origin, SLICE_NULL,
			"%u titles of more than %u bytes were cut", n, TITLE_BYTES_MAX);
}
