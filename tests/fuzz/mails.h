/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Some mails, parted by lines "From ", into a store. */
#pragma once

#include "cli/judge.h"
#include "cluster/keep.h"
#include "ingest/mime.h"
#include "parse/parse.h"
#include "tests/fuzz/digests.h"

#define MAILS_MAX 6

static inline void must(gboolean done, const GError *error)
{
	g_assert_no_error(error);
	g_assert_true(done);
}

static inline guint mails_split(struct slice text, struct slice mails[MAILS_MAX])
{
	guint n = 0;
	const char *end;

	while (text.len && n < MAILS_MAX) {
		end = slice_find(text, "\nFrom ");
		mails[n++] = end ? slice_between(text.at, end + 1) : text;
		text = end ? slice_skip(text, (gsize)(end - text.at) + 1) : SLICE_NULL;
	}
	return n;
}

/* Behind the line "From ". */
static inline struct slice mails_message(struct slice mail)
{
	struct slice line, rest = mail;

	return slice_starts(mail, "From ") && slice_next_line(&rest, &line) ? rest : mail;
}

static inline void mails_put_one(struct store *store, struct slice text, gint64 offset)
{
	struct origin origin = {"lists/fuzz.mbox", offset, NULL, 0, 0};
	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);
	struct mail *mail = mime_read(text, &origin, &sink);
	struct records *records = parse_mail(mail, &sink);
	enum store_outcome outcome;
	gboolean differs;
	g_autoptr(GError) error = NULL;

	judge_records(records, digests_rules(), &sink);
	must(store_put(store, records, diags, &outcome, &differs, &error), error);
	records_free(records);
	mail_free(mail);
}

static inline void mails_put(
	struct store *store, const struct slice *mails, guint n, gboolean backwards, gsize bytes)
{
	const struct store_source source = {
		"lists/fuzz.mbox", "mbox", (gint64)bytes, bytes, n, TRUE, "00", 0};
	g_autoptr(GError) error = NULL;

	must(store_begin(store, &error), error);
	for (guint i = 0; i < n; i++) {
		guint at = backwards ? n - 1 - i : i;

		mails_put_one(store, mails_message(mails[at]), mails[at].at - mails[0].at);
	}
	must(store_put_source(store, &source, &error), error);
	must(store_link(store, &error), error);
	must(store_commit(store, &error), error);
	must(clusters_bring_up_to_date(store, NULL, NULL, NULL, &error), error);
}
