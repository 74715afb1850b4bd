/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/mail_options.h"

#include "cli/talk.h"
#include "ingest/mime.h"

void mail_options_add(GOptionContext *context, struct mail_options *o)
{
	const GOptionEntry entries[] = {
		{"from", 0, 0, G_OPTION_ARG_FILENAME, &o->from, "who sends the mail", "ADDRESS"},
		{"to", 0, 0, G_OPTION_ARG_FILENAME, &o->to, "who gets it", "ADDRESS,..."},
		{"cc", 0, 0, G_OPTION_ARG_FILENAME, &o->cc, "who gets it, too", "ADDRESS,..."},
		{NULL},
	};
	GOptionGroup *group = g_option_group_new("mail", "Mail:", "--format mail", NULL, NULL);

	g_option_group_add_entries(group, entries);
	g_option_context_add_group(context, group);
}

void mail_options_clear(struct mail_options *o)
{
	g_free(o->from);
	g_free(o->to);
	g_free(o->cc);
}

static gboolean check(const char *option, const char *value, gboolean single)
{
	g_autoptr(GError) error = NULL;

	if (!value || letter_check_addresses(value, single, &error))
		return TRUE;
	talk("--%s: %s", option, error->message);
	return FALSE;
}

gboolean mail_options_understand(const struct mail_options *o)
{
	if (!o->from && !o->to && !o->cc)
		return TRUE;
	mime_init();
	return check("from", o->from, TRUE) && check("to", o->to, FALSE) &&
	       check("cc", o->cc, FALSE);
}

gboolean mail_options_envelope(const struct mail_options *o, struct envelope *ret_envelope)
{
	*ret_envelope = (struct envelope){o->from, o->to, o->cc};
	if (o->from && o->to)
		return TRUE;
	talk("--format mail: --%s is missing", o->from ? "to" : "from");
	return FALSE;
}
