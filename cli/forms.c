/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/forms.h"

#include "cli/mailing.h"
#include "render/digest.h"

static const struct {
	const char *name, *ending;
} forms[FORMS] = {
	[FORM_TEXT] = {"text", ".txt"},
	[FORM_HTML] = {"html", ".html"},
	[FORM_JSON] = {"json", ".json"},
	[FORM_MAIL] = {"mail", ".eml"},
};

enum form form_by_name(const char *name)
{
	enum form form = 0;

	while (form < FORMS && strcmp(forms[form].name, name))
		form++;
	return form;
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
	case FORM_JSON:
		return digest_json(digest);
	case FORM_MAIL:
		return mailing_write(mailing, digest, sink, error);
	default:
		return digest_text(digest);
	}
}
