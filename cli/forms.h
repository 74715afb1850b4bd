/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The forms that a digest has, by their names. */
#pragma once

#include "base/diag.h"
#include "render/digest.h"

#include <glib.h>

struct mailing;

/* A file each: CSV has one for each kind of table (enum digest_table), in its order. */
enum form {
	FORM_TEXT,
	FORM_HTML,
	FORM_MARKDOWN,
	FORM_JSON,
	FORM_CSV,
	FORM_CSV_LAST = FORM_CSV + DIGEST_TABLES - 1,
	FORM_JUNIT,
	FORM_KCIDB,
	FORM_METRICS,
	FORM_MAIL,
	FORMS,
};

#define FORM_NAMES "text, html, mail, markdown, json, csv, junit, kcidb or openmetrics"
#define FORM_TABLES "clusters, claims, rows, events or ledger"

enum form form_by_name(const char *name); /* of CSV the first; FORMS: there is none of that name */
enum form form_of_table(const char *table); /* of CSV; FORMS: there is none of that name */
gboolean form_has_name(enum form form, const char *name);
const char *form_ending(enum form form); /* of a file: ".txt", "-claims.csv" */

/* Whether it is made to be given to others, so that addresses are hidden without being asked. */
gboolean form_is_for_others(enum form form);

/* The whole form; of a mail with `mailing` (cli/mailing.h).  NULL with *error. */
GString *form_make(enum form form, const struct digest *digest, const struct mailing *mailing,
	const struct diag_sink *sink, GError **error);
