/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/settings.h"

#include "reproduce/file_error.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

#define BOOT_ID "/proc/sys/kernel/random/boot_id"

static gboolean set(
	const struct machine *machine, const char *path, const char *value, GError **error)
{
	g_autofree char *whole = g_strconcat(machine->root, path, NULL);
	g_autofree char *line = g_strconcat(value, "\n", NULL);
	int fd = open(whole, O_WRONLY | O_TRUNC | O_CLOEXEC);
	gssize len = (gssize)strlen(line);

	if (fd < 0)
		return file_error(error, whole);
	if (write(fd, line, (gsize)len) != len) {
		file_error(error, whole);
		close(fd);
		return FALSE;
	}
	return !close(fd) || file_error(error, whole);
}

/* A boot undoes all settings. */
static char *boot_of(const struct machine *machine)
{
	char *boot = machine_file(machine, BOOT_ID);

	return boot ? boot : g_strdup("unknown");
}

/* ---- put back ------------------------------------------------------------------------------- */

/* "PATH VALUE", or the line of a change; what is none of ours is passed over. */
static gboolean put_back_line(const struct machine *machine, const char *line,
	gboolean is_same_boot, guint *count, GError **error)
{
	if (*line != '/')
		return change_undo(machine, line, is_same_boot, count, error);
	if (!is_same_boot)
		return TRUE;

	g_auto(GStrv) words = g_strsplit(line, " ", 2);
	g_autofree char *path = NULL;
	g_autoptr(GError) why = NULL;

	if (g_strv_length(words) != 2 || !knob_is_word(words[1]) || !knob_of_path(words[0], &path))
		return TRUE;
	if (set(machine, path, words[1], &why)) {
		++*count;
		return TRUE;
	}
	if (g_error_matches(why, G_FILE_ERROR, G_FILE_ERROR_NOENT))
		return TRUE; /* a CPU that is no more */
	g_propagate_error(error, g_steal_pointer(&why));
	return FALSE;
}

/* The last one first.  One that cannot be put back keeps none of the others from it. */
static gboolean put_back_lines(
	const struct machine *machine, const char *text, guint *count, GError **error)
{
	g_autofree char *boot = boot_of(machine);
	g_auto(GStrv) lines = g_strsplit(text, "\n", 0);
	guint n = g_strv_length(lines);
	gboolean is_same_boot = n && !strcmp(lines[0], boot), done = TRUE;

	for (guint i = n; i > 1; i--)
		done &= put_back_line(
			machine, lines[i - 1], is_same_boot, count, done ? error : NULL);
	return done;
}

gboolean settings_put_back(
	const char *journal, const struct machine *machine, guint *ret_count, GError **error)
{
	g_autofree char *text = NULL;
	gsize len;

	*ret_count = 0;
	if (!g_file_test(journal, G_FILE_TEST_IS_REGULAR))
		return TRUE;
	if (!g_file_get_contents(journal, &text, &len, error))
		return FALSE;
	if (len > SETTINGS_JOURNAL_MAX) {
		g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
			"%s: is larger than it may be; nothing of it was put back", journal);
		return FALSE;
	}
	if (!put_back_lines(machine, text, ret_count, error))
		return FALSE;
	return !g_unlink(journal) || file_error(error, journal);
}

gboolean settings_are_left(const char *journal, const struct machine *machine)
{
	g_autofree char *text = NULL, *boot = boot_of(machine);
	gsize len = strlen(boot);

	return g_file_test(journal, G_FILE_TEST_IS_REGULAR) &&
	       g_file_get_contents(journal, &text, NULL, NULL) && !strncmp(text, boot, len) &&
	       text[len] == '\n' && text[len + 1];
}

/* ---- make ------------------------------------------------------------------------------------ */

static gboolean is_lasting(const struct plan_step *step)
{
	return step->action == STEP_SET && step->wish.knob->is_lasting;
}

char *settings_journal(const struct plan *plan)
{
	g_autofree char *boot = boot_of(plan->machine);
	GString *text = g_string_new(boot);

	g_string_append_c(text, '\n');
	for (guint i = 0; i < plan->steps->len; i++) {
		const struct plan_step *step = plan->steps->pdata[i];

		if (is_lasting(step))
			g_string_append_printf(text, "%s %s\n", step->wish.path, step->now);
	}
	return g_string_free(text, FALSE);
}

/* Before anything is changed: the settings; the lines of changes are added one by one. */
static gboolean write_down(
	const struct plan *plan, guint allowed, const char *journal, GError **error)
{
	g_autofree char *boot = boot_of(plan->machine), *folder = g_path_get_dirname(journal);
	g_autofree char *text = allowed & 1u << CLASS_SETTINGS ? settings_journal(plan)
							       : g_strconcat(boot, "\n", NULL);

	if (g_mkdir_with_parents(folder, 0700))
		return file_error(error, folder);
	return g_file_set_contents_full(journal, text, -1,
		G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0600, error);
}

static gboolean add_line(const char *journal, const char *line, GError **error)
{
	g_autofree char *text = g_strconcat(line, "\n", NULL);
	gssize len = (gssize)strlen(text);
	int fd = open(journal, O_WRONLY | O_APPEND | O_CLOEXEC);

	if (fd < 0)
		return file_error(error, journal);
	if (write(fd, text, (gsize)len) != len || fdatasync(fd)) {
		file_error(error, journal);
		close(fd);
		return FALSE;
	}
	return !close(fd) || file_error(error, journal);
}

static gboolean make_step(
	const struct plan *plan, const struct plan_step *step, const char *journal, GError **error)
{
	g_autofree char *line = step->action == STEP_MAKE ? change_line(&step->change) : NULL;

	if (step->action == STEP_SET)
		return set(plan->machine, step->wish.path, step->wish.value, error);
	return (!line || add_line(journal, line, error)) &&
	       change_make(plan->machine, &step->change, error);
}

gboolean settings_make(const struct plan *plan, guint allowed, const char *journal, GError **error)
{
	guint count;

	if (!(plan->counts[STEP_SET] + plan->counts[STEP_MAKE]))
		return TRUE;
	if (!write_down(plan, allowed, journal, error))
		return FALSE;
	for (guint i = 0; i < plan->steps->len; i++) {
		const struct plan_step *step = plan->steps->pdata[i];
		enum change_class class = plan_step_class(step);

		if (!class || !(allowed & 1u << class) || make_step(plan, step, journal, error))
			continue;
		settings_put_back(journal, plan->machine, &count, NULL);
		return FALSE;
	}
	return TRUE;
}
