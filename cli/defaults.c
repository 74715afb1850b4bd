/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/defaults.h"

#include "cli/config.h"
#include "cli/mail_options.h"
#include "cli/talk.h"

#include <errno.h>

static void set_default(char **value, const char *otherwise)
{
	if (!*value)
		*value = g_strdup(otherwise);
}

/* What the command line does not say the configuration does. */
static gboolean configure(struct options *o, const char *name)
{
	g_autofree char *usual = config_default_file();
	const char *file = name ? name : usual;
	g_autoptr(GError) error = NULL;

	if (!name && !g_file_test(usual, G_FILE_TEST_EXISTS))
		return TRUE;
	o->config = config_read(file, &error);
	if (!o->config) {
		talk("%s", error->message);
		return FALSE;
	}
	set_default(&o->lkp_src, o->config->lkp_src);
	set_default(&o->overrides, o->config->overrides);
	set_default(&o->linux_tree, o->config->linux_tree);
	set_default(&o->mail->from, o->config->from);
	set_default(&o->mail->to, o->config->to);
	set_default(&o->mail->cc, o->config->cc);
	return TRUE;
}

static void choose_store(struct options *o)
{
	const char *from_environment = g_getenv("LKPDIGEST_STORE");

	o->store_given = o->store != NULL;
	if (from_environment && *from_environment)
		set_default(&o->store, from_environment);
	if (o->config)
		set_default(&o->store, o->config->store);
	o->store_is_default = !o->store;
	if (!o->store)
		o->store = g_build_filename(g_get_user_data_dir(), "lkpdigest", "store.db", NULL);
}

gboolean defaults_take(struct options *o, const char *config)
{
	if (!configure(o, config))
		return FALSE;
	choose_store(o);
	return TRUE;
}

void defaults_clear(struct options *o)
{
	config_free(o->config);
}

/* Nobody else's to look into. */
gboolean defaults_make_store_folder(const struct options *options)
{
	g_autofree char *dir = g_path_get_dirname(options->store);

	if (!options->store_is_default || !g_mkdir_with_parents(dir, 0700))
		return TRUE;
	talk("%s: cannot be made: %s", dir, g_strerror(errno));
	return FALSE;
}
