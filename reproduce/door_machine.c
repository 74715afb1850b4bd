/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/door_machine.h"

#include "reproduce/shell_quote.h"

#define PROGRAMS_MAX 100000

static void assign_folders(GString *text)
{
	g_autofree char *folders = g_strjoinv(" ", (char **)machine_program_folders());

	shell_assign(text, "folders", folders);
}

/* Those that lie elsewhere. */
static void assign_programs(GString *text, const struct benchmarks *benchmarks)
{
	g_autoptr(GString) programs = g_string_new(NULL);

	for (guint i = 0; i < benchmarks_count(benchmarks); i++) {
		const struct benchmark *benchmark = benchmark_at(benchmarks, i);

		if (benchmark->folder)
			g_string_append_printf(
				programs, " %s/%s", benchmark->folder, benchmark->program);
	}
	shell_assign(text, "programs", programs->str);
}

static GHashTable *read_programs(const char *dir)
{
	GHashTable *programs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autofree char *path = g_build_filename(dir, "programs", NULL);
	g_autofree char *text = NULL;
	struct slice rest, line;
	gsize len;

	if (!g_file_get_contents(path, &text, &len, NULL))
		return programs;
	rest = (struct slice){text, len};
	while (slice_next_line(&rest, &line) && g_hash_table_size(programs) < PROGRAMS_MAX)
		g_hash_table_add(programs, slice_dup(line));
	return programs;
}

struct machine *door_machine(const struct door *door, const struct benchmarks *benchmarks,
	gboolean restore, const char *dir, GPtrArray *said, GError **error)
{
	g_autoptr(door_script) script = door_script_new(door);
	struct machine *machine;

	shell_assign(script->text, "restore", restore ? "yes" : "");
	assign_folders(script->text);
	assign_programs(script->text, benchmarks);
	door_script_add(script, DOOR_MACHINE);
	door_script_end(script, NULL);
	if (!door_ask(door, script, DOOR_MACHINE_SECONDS, dir, said, error))
		return NULL;
	machine = machine_read(dir);
	machine->programs = read_programs(dir);
	return machine;
}
