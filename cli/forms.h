/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The forms that a digest has, by their names. */
#pragma once

#include "base/diag.h"

#include <glib.h>

struct digest;
struct mailing;

enum form {
	FORM_TEXT,
	FORM_HTML,
	FORM_JSON,
	FORM_MAIL,
	FORMS,
};

#define FORM_NAMES "text, html, json or mail"

enum form form_by_name(const char *name); /* FORMS: there is none of that name */
const char *form_ending(enum form form);  /* of a file: ".txt" */

/* The whole form; of a mail with `mailing` (cli/mailing.h).  NULL with *error. */
GString *form_make(enum form form, const struct digest *digest, const struct mailing *mailing,
	const struct diag_sink *sink, GError **error);
