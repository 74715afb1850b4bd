/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/forms.h"

#include "cli/mailing.h"

static const struct {
	const char *name, *table, *ending;
	gboolean is_for_others;
} forms[FORMS] = {
	[FORM_TEXT] = {"text", NULL, ".txt"},
	[FORM_HTML] = {"html", NULL, ".html", TRUE},
	[FORM_MARKDOWN] = {"markdown", NULL, ".md", TRUE},
	[FORM_JSON] = {"json", NULL, ".json"},
	[FORM_CSV + DIGEST_CLUSTERS] = {"csv", "clusters", "-clusters.csv"},
	[FORM_CSV + DIGEST_CLAIMS] = {"csv", "claims", "-claims.csv"},
	[FORM_CSV + DIGEST_ROWS] = {"csv", "rows", "-rows.csv"},
	[FORM_CSV + DIGEST_EVENTS] = {"csv", "events", "-events.csv"},
	[FORM_CSV + DIGEST_LEDGER] = {"csv", "ledger", "-ledger.csv"},
	[FORM_JUNIT] = {"junit", NULL, "-junit.xml", TRUE},
	[FORM_KCIDB] = {"kcidb", NULL, "-kcidb.json", TRUE},
	[FORM_METRICS] = {"openmetrics", NULL, ".prom", TRUE},
	[FORM_MAIL] = {"mail", NULL, ".eml", TRUE},
};

enum form form_by_name(const char *name)
{
	enum form form = 0;

	while (form < FORMS && strcmp(forms[form].name, name))
		form++;
	return form;
}

enum form form_of_table(const char *table)
{
	enum form form = FORM_CSV;

	while (form <= FORM_CSV_LAST && strcmp(forms[form].table, table))
		form++;
	return form <= FORM_CSV_LAST ? form : FORMS;
}

gboolean form_has_name(enum form form, const char *name)
{
	return !strcmp(forms[form].name, name);
}

gboolean form_is_for_others(enum form form)
{
	return forms[form].is_for_others;
}

const char *form_ending(enum form form)
{
	return forms[form].ending;
}

GString *form_make(enum form form, const struct digest *digest, const struct mailing *mailing,
	const struct diag_sink *sink, GError **error)
{
	switch (form) {
	case FORM_HTML:
		return digest_html(digest, NULL, sink, error);
	case FORM_MARKDOWN:
		return digest_markdown(digest);
	case FORM_JUNIT:
		return digest_junit(digest, error);
	case FORM_KCIDB:
		return digest_kcidb(digest);
	case FORM_METRICS:
		return digest_metrics(digest);
	case FORM_CSV ... FORM_CSV_LAST:
		return digest_csv(digest, (enum digest_table)(form - FORM_CSV));
	case FORM_JSON:
		return digest_json(digest);
	case FORM_MAIL:
		return mailing_write(mailing, digest, sink, error);
	default:
		return digest_text(digest);
	}
}
