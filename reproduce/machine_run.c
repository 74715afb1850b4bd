/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/machine_run.h"

#include <gio/gio.h>
#include <sys/wait.h>

static int refuse(GError **error, const char *name, const char *why)
{
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", name, why);
	return -1;
}

int machine_run(
	const struct machine *machine, const char *const *words, char **ret_said, GError **error)
{
	g_autofree char *path = machine_program(machine, NULL, words[0]);
	g_autofree char *program = path ? g_strconcat(machine->root, path, NULL) : NULL;
	g_autofree char *out = NULL, *err = NULL;
	g_auto(GStrv) environment =
		g_environ_setenv(g_new0(char *, 1), "PATH", "/usr/sbin:/usr/bin:/sbin:/bin", TRUE);
	g_auto(GStrv) argv = g_strdupv((char **)words);
	int status;

	if (!program)
		return refuse(error, words[0], "is not here");
	g_free(argv[0]);
	argv[0] = g_strdup(program);
	if (!g_spawn_sync("/", argv, environment, G_SPAWN_DEFAULT, NULL, NULL, &out, &err, &status,
		    error))
		return -1;
	if (!WIFEXITED(status))
		return refuse(error, words[0], "was killed");
	if (ret_said)
		*ret_said = g_steal_pointer(&out);
	else if (WEXITSTATUS(status))
		return refuse(error, words[0], *g_strstrip(err) ? err : "failed");
	return WEXITSTATUS(status);
}
