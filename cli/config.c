/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/config.h"

#include "cli/text_file.h"

#include <gio/gio.h>
#include <string.h>

#define CONFIG_BYTES_MAX (1 << 20)

enum value {
	VALUE_WORD,
	VALUE_WORDS, /* joined by ';' */
	VALUE_PATH,
	VALUE_PATHS,
};

#define AT(member) G_STRUCT_OFFSET(struct config, member)

static const struct key {
	const char *group, *name;
	enum value value;
	gsize offset;
} keys[] = {
	{"lkpdigest", "store", VALUE_PATH, AT(store)},
	{"lkpdigest", "sources", VALUE_PATHS, AT(sources)},
	{"lkpdigest", "lkp-src", VALUE_PATH, AT(lkp_src)},
	{"lkpdigest", "linux", VALUE_PATH, AT(linux_tree)},
	{"lkpdigest", "overrides", VALUE_PATH, AT(overrides)},
	{"filter", "list", VALUE_WORD, AT(filter.list)},
	{"filter", "subsystem", VALUE_WORD, AT(filter.subsystem)},
	{"filter", "testcase", VALUE_WORD, AT(filter.testcase)},
	{"filter", "machine", VALUE_WORD, AT(filter.machine)},
	{"filter", "commit", VALUE_WORD, AT(filter.commit)},
	{"filter", "kind", VALUE_WORD, AT(filter.kind)},
	{"output", "directory", VALUE_PATH, AT(directory)},
	{"output", "name", VALUE_WORD, AT(name)},
	{"output", "forms", VALUE_WORDS, AT(forms)},
	{"output", "site", VALUE_PATH, AT(site)},
	{"output", "addresses", VALUE_WORD, AT(addresses)},
	{"mail", "from", VALUE_WORD, AT(from)},
	{"mail", "to", VALUE_WORD, AT(to)},
	{"mail", "cc", VALUE_WORD, AT(cc)},
};

static const struct key *key_find(const char *group, const char *name)
{
	for (guint i = 0; i < G_N_ELEMENTS(keys); i++)
		if (!strcmp(keys[i].group, group) && !strcmp(keys[i].name, name))
			return &keys[i];
	return NULL;
}

static gboolean is_list(const struct key *key)
{
	return key->value == VALUE_WORDS || key->value == VALUE_PATHS;
}

char *config_default_file(void)
{
	return g_build_filename(g_get_user_config_dir(), "lkpdigest", "lkpdigest.conf", NULL);
}

/* "~/x" is in the home directory, all else that is not absolute beside the file. */
static char *path_of(const struct config *config, const char *text)
{
	g_autofree char *folder = g_path_get_dirname(config->file);

	if (g_path_is_absolute(text))
		return g_strdup(text);
	if (g_str_has_prefix(text, "~/"))
		return g_build_filename(g_get_home_dir(), text + 2, NULL);
	return g_build_filename(folder, text, NULL);
}

G_GNUC_PRINTF(3, 4)
static gboolean refuse(const struct config *config, GError **error, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	g_autofree char *why = g_strdup_vprintf(format, ap);
	va_end(ap);

	g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: %s", config->file, why);
	return FALSE;
}

static gboolean set_one(struct config *config, const struct key *key, char *text, GError **error)
{
	char **to = G_STRUCT_MEMBER_P(config, key->offset);

	g_strstrip(text);
	if (!*text)
		return refuse(config, error, "[%s] %s: names nothing", key->group, key->name);
	*to = key->value == VALUE_PATH ? path_of(config, text) : g_strdup(text);
	return TRUE;
}

static gboolean set_all(struct config *config, const struct key *key, char **texts, GError **error)
{
	char ***to = G_STRUCT_MEMBER_P(config, key->offset);
	g_autoptr(GStrvBuilder) all = g_strv_builder_new();

	if (!*texts)
		return refuse(config, error, "[%s] %s: names nothing", key->group, key->name);
	for (char **text = texts; *text; text++) {
		g_strstrip(*text);
		if (!**text)
			return refuse(
				config, error, "[%s] %s: names nothing", key->group, key->name);
		g_autofree char *path =
			key->value == VALUE_PATHS ? path_of(config, *text) : g_strdup(*text);
		g_strv_builder_add(all, path);
	}
	*to = g_strv_builder_end(all);
	return TRUE;
}

static gboolean set(
	struct config *config, GKeyFile *file, const char *group, const char *name, GError **error)
{
	const struct key *key = key_find(group, name);
	g_autoptr(GError) why = NULL;
	g_autofree char *text = NULL;
	g_auto(GStrv) texts = NULL;

	if (!key)
		return refuse(config, error, "[%s] %s: there is no such key", group, name);
	if (*(gpointer *)G_STRUCT_MEMBER_P(config, key->offset))
		return refuse(config, error, "[%s] %s: stands there twice", group, name);
	if (is_list(key))
		texts = g_key_file_get_string_list(file, group, name, NULL, &why);
	else
		text = g_key_file_get_string(file, group, name, &why);
	if (why)
		return refuse(config, error, "[%s] %s: %s", group, name, why->message);
	return texts ? set_all(config, key, texts, error) : set_one(config, key, text, error);
}

static gboolean has_group(const char *group)
{
	for (guint i = 0; i < G_N_ELEMENTS(keys); i++)
		if (!strcmp(keys[i].group, group))
			return TRUE;
	return FALSE;
}

static gboolean set_group(struct config *config, GKeyFile *file, const char *group, GError **error)
{
	g_auto(GStrv) names = g_key_file_get_keys(file, group, NULL, NULL);

	if (!has_group(group))
		return refuse(config, error, "[%s]: there is no such group", group);
	for (char **name = names; name && *name; name++)
		if (!set(config, file, group, *name, error))
			return FALSE;
	return TRUE;
}

static gboolean load(const struct config *config, GKeyFile *file, GError **error)
{
	g_autofree char *bytes = NULL;
	g_autoptr(GError) why = NULL;
	gsize len;

	bytes = text_file_read(config->file, CONFIG_BYTES_MAX, &len, error);
	if (!bytes)
		return FALSE;
	if (memchr(bytes, '\0', len))
		return refuse(config, error, "is no configuration file");
	if (!g_key_file_load_from_data(file, bytes, len, G_KEY_FILE_NONE, &why))
		return refuse(config, error, "%s", why->message);
	return TRUE;
}

static gboolean fill(struct config *config, GKeyFile *file, GError **error)
{
	g_auto(GStrv) groups = NULL;

	if (!load(config, file, error))
		return FALSE;
	groups = g_key_file_get_groups(file, NULL);
	for (char **group = groups; *group; group++)
		if (!set_group(config, file, *group, error))
			return FALSE;
	return TRUE;
}

struct config *config_read(const char *name, GError **error)
{
	struct config *config = g_new0(struct config, 1);
	g_autoptr(GKeyFile) file = g_key_file_new();

	config->file = g_strdup(name);
	if (fill(config, file, error))
		return config;
	config_free(config);
	return NULL;
}

void config_free(struct config *config)
{
	if (!config)
		return;
	for (guint i = 0; i < G_N_ELEMENTS(keys); i++) {
		gpointer member = G_STRUCT_MEMBER_P(config, keys[i].offset);

		if (is_list(&keys[i]))
			g_strfreev(*(char ***)member);
		else
			g_free(*(char **)member);
	}
	g_free(config->file);
	g_free(config);
}
