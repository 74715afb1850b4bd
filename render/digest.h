/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The model of a digest: everything that any form of it prints, computed once.  The
 * writers (text, html, json) only print; charts are drawn from the same numbers.
 */
#pragma once

#include "base/literal.h"
#include "compare/effect.h"
#include "compare/rules.h"
#include "store/store.h"

#include <glib.h>

struct digest_options {
	struct store_filter filter; /* period and narrowing */
	const char *period;         /* "2016-W23", "2016-06-01..2016-06-08", "all" */
	gint64 generated;           /* seconds since 1970, SOURCE_DATE_EPOCH respected by the
				     * caller; DATE_UNKNOWN: not printed */
	const struct rules *rules;  /* which stats are key figures, which way is better */
	const struct people
		*people;  /* whose addresses are hidden, render/people.h; NULL: nobody's */
	gboolean is_part; /* of a site, whose index tells what was read of sources */
};

struct digest; /* see render/digest_model.h, for the writers alone */

struct digest *digest_new(
	struct store *store, const struct digest_options *options, GError **error);
void digest_free(struct digest *digest);

/* What --fail-on may ask for; of the listed regressions, at the end of the period. */
struct digest_findings {
	guint regressions;     /* that stand */
	guint new_regressions; /* first reported in the period, unless taken back */
	guint reached[STATES]; /* that came to a state in the period */
};
struct digest_findings digest_findings(const struct digest *digest);

/* Each returns the whole form, owned by the caller. */
GString *digest_text(const struct digest *digest); /* at most 78 columns, ends in LF */
GString *digest_json(const struct digest *digest);

/* Kinds of tables; all but the ledger go through the clusters in the order of the lists. */
enum digest_table {
	DIGEST_CLUSTERS, /* the ranked lists */
	DIGEST_CLAIMS,   /* of the clusters */
	DIGEST_ROWS,     /* of the tables that the reports are named after, key figures */
	DIGEST_EVENTS,   /* of their stories */
	DIGEST_LEDGER,
	DIGEST_TABLES
};

/* RFC 4180 with LF, a line of heads first; what a spreadsheet would run is text, render/csv.h. */
GString *digest_csv(const struct digest *digest, enum digest_table table);

/* CommonMark with GitHub's tables; no text of strangers is mark-up, link or mention in it. */
GString *digest_markdown(const struct digest *digest);

/* For machines that keep watch; each valid by its own schema, see lkpdigest(1). */
GString *digest_metrics(const struct digest *digest);               /* OpenMetrics 1.0 */
GString *digest_kcidb(const struct digest *digest);                 /* KCIDB 5.0 */
GString *digest_junit(const struct digest *digest, GError **error); /* NULL: libxml2 fails */

/*
 * One self-contained, well-formed page.  Charts come from gnuplot ("gnuplot" in PATH
 * unless `gnuplot` says otherwise); one that fails is a diagnostic and a note in its
 * place.  NULL with *error only when libxml2 fails.
 */
GString *digest_html(const struct digest *digest, const char *gnuplot, const struct diag_sink *sink,
	GError **error);
/* The same without a script, for mails, where none runs and some are turned away for one. */
GString *digest_html_still(const struct digest *digest, const char *gnuplot,
	const struct diag_sink *sink, GError **error);
