/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "render/gnuplot.h"

#include "base/show.h"
#include "base/slice.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define SCRIPT "charts.gp"
#define ERRORS "errors.txt"
#define COMPLAINT_MAX 200

G_DEFINE_QUARK(lkpdigest - gnuplot - error - quark, gnuplot_error)

/* In the child: a process group of its own, so that nothing it starts outlives it. */
static void limit_child(gpointer data)
{
	const struct rlimit size = {GNUPLOT_FILE_MAX, GNUPLOT_FILE_MAX};

	(void)data;
	setpgid(0, 0);
	setrlimit(RLIMIT_FSIZE, &size);
}

static GSubprocess *start(const char *program, const char *folder, GError **error)
{
	g_autofree char *found = g_find_program_in_path(program);
	g_autofree char *path = found ? g_canonicalize_filename(found, NULL) : NULL;
	g_autofree char *errors = g_build_filename(folder, ERRORS, NULL);
	g_autoptr(GSubprocessLauncher) launcher =
		g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
	g_autoptr(GError) reason = NULL;

	if (!path) {
		g_set_error(error, GNUPLOT_ERROR, GNUPLOT_ERROR_START, "there is no program %s",
			program);
		return NULL;
	}
	g_subprocess_launcher_set_cwd(launcher, folder);
	g_subprocess_launcher_setenv(launcher, "LC_ALL", "C", TRUE);
	g_subprocess_launcher_set_stderr_file_path(launcher, errors);
	g_subprocess_launcher_set_child_setup(launcher, limit_child, NULL, NULL);

	/* -d: no start-up files of the user's. */
	GSubprocess *process =
		g_subprocess_launcher_spawn(launcher, &reason, path, "-d", SCRIPT, NULL);

	if (!process)
		g_set_error(error, GNUPLOT_ERROR, GNUPLOT_ERROR_START, "%s cannot be started: %s",
			program, reason->message);
	return process;
}

struct waiting {
	gboolean ended, late;
};

static void note_end(GObject *process, GAsyncResult *result, gpointer waiting)
{
	g_subprocess_wait_finish(G_SUBPROCESS(process), result, NULL);
	((struct waiting *)waiting)->ended = TRUE;
}

static gboolean note_late(gpointer waiting)
{
	((struct waiting *)waiting)->late = TRUE;
	return G_SOURCE_REMOVE;
}

static void kill_group(GSubprocess *process)
{
	const char *id = g_subprocess_get_identifier(process);
	gint64 pid = id ? g_ascii_strtoll(id, NULL, 10) : 0;

	if (pid > 1)
		kill((pid_t)-pid, SIGKILL);
	g_subprocess_force_exit(process);
}

/* FALSE when it had to be killed.  Has ended in either case. */
static gboolean wait_within(GSubprocess *process, double seconds)
{
	g_autoptr(GMainContext) context = g_main_context_new();
	g_autoptr(GSource) alarm = g_timeout_source_new((guint)(seconds * 1000));
	struct waiting waiting = {FALSE, FALSE};
	gboolean killed = FALSE;

	g_main_context_push_thread_default(context);
	g_source_set_callback(alarm, note_late, &waiting, NULL);
	g_source_attach(alarm, context);
	g_subprocess_wait_async(process, NULL, note_end, &waiting);
	while (!waiting.ended) {
		g_main_context_iteration(context, TRUE);
		if (waiting.late && !waiting.ended && !killed) {
			kill_group(process);
			killed = TRUE;
		}
	}
	g_source_destroy(alarm);
	g_main_context_pop_thread_default(context);
	return !killed;
}

/* What it said last on standard error; its messages end in the reason. */
static char *last_complaint(const char *folder)
{
	g_autofree char *path = g_build_filename(folder, ERRORS, NULL);
	g_autofree char *text = NULL;
	gsize len;

	if (!g_file_get_contents(path, &text, &len, NULL))
		return g_strdup("");

	struct slice said = slice_trim((struct slice){text, len});
	const char *lf = said.len ? memrchr(said.at, '\n', said.len) : NULL;

	if (lf)
		said = slice_between(lf + 1, said.at + said.len);
	said.len = MIN(said.len, COMPLAINT_MAX);
	return show_line(said);
}

static gboolean check_end(GSubprocess *process, const char *folder, GError **error)
{
	if (g_subprocess_get_successful(process))
		return TRUE;

	g_autofree char *complaint = last_complaint(folder);

	if (g_subprocess_get_if_signaled(process))
		g_set_error(error, GNUPLOT_ERROR, GNUPLOT_ERROR_EXIT, "gnuplot died of signal %d",
			g_subprocess_get_term_sig(process));
	else
		g_set_error(error, GNUPLOT_ERROR, GNUPLOT_ERROR_EXIT,
			"gnuplot ended with status %d: %s", g_subprocess_get_exit_status(process),
			complaint);
	return FALSE;
}

gboolean gnuplot_run(
	const char *program, const char *script, const char *folder, double seconds, GError **error)
{
	g_autofree char *path = g_build_filename(folder, SCRIPT, NULL);

	if (!g_file_set_contents(path, script, -1, error))
		return FALSE;

	g_autoptr(GSubprocess) process = start(program, folder, error);

	if (!process)
		return FALSE;
	if (!wait_within(process, seconds)) {
		g_set_error(error, GNUPLOT_ERROR, GNUPLOT_ERROR_TIME,
			"gnuplot took longer than %g seconds and was killed", seconds);
		return FALSE;
	}
	return check_end(process, folder, error);
}
