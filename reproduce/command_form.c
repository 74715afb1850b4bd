/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/command_form.h"

#include "parse/shell.h"

#include <string.h>

static const struct command_form forms[] = {
	{CLASS_SETTINGS, ACT_WRITE, "echo VALUE > FILE"},
	{CLASS_SETTINGS, ACT_SYSCTL, "sysctl [-q] [-w] SETTING"},
	{CLASS_MODULES, ACT_UNLOAD, "modprobe -r MODULE"},
	{CLASS_MODULES, ACT_LOAD, "modprobe MODULE ..."},
	{CLASS_MOUNTS, ACT_MAKE_FS, "mkfs -t TYPE [-q] [-f] [-F] DEVICE"},
	{CLASS_MOUNTS, ACT_MAKE_FS, "mkfs.TYPE [-q] [-f] [-F] DEVICE"},
	{CLASS_MOUNTS, ACT_MOUNT, "mount -t TYPE [-o OPTIONS] [-o OPTIONS] DEVICE FOLDER"},
	{CLASS_MOUNTS, ACT_UMOUNT, "umount FOLDER"},
	{CLASS_SWAP, ACT_SWAP_OFF, "swapoff -a"},
	{CLASS_SWAP, ACT_SWAP_OFF, "swapoff DEVICE"},
	{CLASS_SWAP, ACT_SWAP_ON, "swapon -a"},
	{CLASS_SWAP, ACT_SWAP_ON, "swapon DEVICE"},
};

static const char *const class_names[] = {NULL, "settings", "modules", "mounts", "swap"};

const char *change_class_name(enum change_class class)
{
	return class_names[class];
}

enum change_class change_class_by_name(const char *name)
{
	for (guint i = 1; i < G_N_ELEMENTS(class_names); i++)
		if (!strcmp(class_names[i], name))
			return (enum change_class)i;
	return CLASS_NONE;
}

const struct command_form *command_form_at(guint i)
{
	return i < G_N_ELEMENTS(forms) ? &forms[i] : NULL;
}

/* ---- matching -------------------------------------------------------------------------------- */

/* FALSE: there are too many words, or one is too long. */
static gboolean read_words(struct slice command, struct command_match *ret, guint *ret_n)
{
	*ret_n = 0;
	for (struct slice word = shell_word(&command); word.len; word = shell_word(&command)) {
		if (*ret_n == COMMAND_WORDS_MAX - 1 || word.len >= COMMAND_WORD_BYTES)
			return FALSE;
		shell_unquote(word, ret->words[(*ret_n)++], COMMAND_WORD_BYTES);
	}
	return *ret_n > 0;
}

/* "FILE" of a pattern, or "TYPE" of "mkfs.TYPE"; NULL: it has no capitals. */
static const char *capitals_of(const char *item)
{
	const char *at = item;

	while (*at && !g_ascii_isupper(*at))
		at++;
	return *at && *item != '[' && *item != '-' ? at : NULL;
}

static gboolean match_word(
	const char *item, const char *word, struct command_match *match, guint *values)
{
	const char *capitals = capitals_of(item);
	gsize before = capitals ? (gsize)(capitals - item) : 0;

	if (!capitals)
		return !strcmp(item, word);
	if (strncmp(item, word, before) || !word[before] || word[before] == '-')
		return FALSE;
	match->value[(*values)++] = word + before;
	return TRUE;
}

/* The flags from item `i` on, in whatever order; returns the item behind them. */
static guint match_flags(
	char **items, guint i, struct command_match *match, guint n, guint *at, guint *values)
{
	guint first = i, first_value = *values;
	gboolean used[COMMAND_WORDS_MAX] = {FALSE}, again = TRUE;

	for (; items[i] && *items[i] == '['; i += g_str_has_suffix(items[i], "]") ? 1 : 2)
		*values += !g_str_has_suffix(items[i], "]");
	while (again) {
		again = FALSE;
		for (guint k = first, value = first_value; k < i && *at < n;) {
			gboolean has_value = !g_str_has_suffix(items[k], "]");
			gsize len = strlen(items[k]) - (has_value ? 1 : 2);

			if (!used[k] && !strncmp(items[k] + 1, match->words[*at], len) &&
				!match->words[*at][len] && *at + has_value < n) {
				if (has_value)
					match->value[value] = match->words[*at + 1];
				*at += 1 + has_value;
				used[k] = again = TRUE;
			}
			value += has_value;
			k += 1 + has_value;
		}
	}
	return i;
}

static gboolean match_form(const struct command_form *form, struct command_match *match, guint n)
{
	g_auto(GStrv) items = g_strsplit(form->pattern, " ", 0);
	guint at = 0, values = 0;

	memset(match->value, 0, sizeof match->value);
	match->rest[0] = NULL;
	for (guint i = 0; items[i];) {
		if (*items[i] == '[') {
			i = match_flags(items, i, match, n, &at, &values);
			continue;
		}
		if (!strcmp(items[i], "...")) {
			guint k = 0;

			while (at < n)
				match->rest[k++] = match->words[at++];
			match->rest[k] = NULL;
		} else if (at == n || !match_word(items[i], match->words[at++], match, &values)) {
			return FALSE;
		}
		i++;
	}
	match->form = form;
	return at == n;
}

gboolean command_match(struct slice command, struct command_match *ret)
{
	guint n;

	if (!read_words(command, ret, &n))
		return FALSE;
	for (guint i = 0; i < G_N_ELEMENTS(forms); i++)
		if (match_form(&forms[i], ret, n))
			return TRUE;
	return FALSE;
}
