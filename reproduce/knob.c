/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/knob.h"

#include "base/literal.h"
#include "reproduce/command_form.h"

#include <stdlib.h>

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define THP "/sys/kernel/mm/transparent_hugepage/"

static const struct knob knobs[] = {
	{"cpufreq_governor", "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor",
		WORDS("performance", "powersave", "ondemand", "conservative", "schedutil",
			"userspace"),
		.is_lasting = TRUE},
	{"no_turbo", "/sys/devices/system/cpu/intel_pstate/no_turbo", NULL, 0, 1, TRUE},
	{"boost", "/sys/devices/system/cpu/cpufreq/boost", NULL, 0, 1, TRUE},
	{"thp_enabled", THP "enabled", WORDS("always", "madvise", "never"), .is_lasting = TRUE},
	{"thp_defrag", THP "defrag", WORDS("always", "defer", "defer+madvise", "madvise", "never"),
		.is_lasting = TRUE},
	{"ksm_run", "/sys/kernel/mm/ksm/run", NULL, 0, 2, TRUE},
	{"drop_caches", "/proc/sys/vm/drop_caches", NULL, 1, 3, FALSE},
	{"compact_memory", "/proc/sys/vm/compact_memory", NULL, 1, 1, FALSE},
	{"swappiness", "/proc/sys/vm/swappiness", NULL, 0, 200, TRUE},
	{"overcommit_memory", "/proc/sys/vm/overcommit_memory", NULL, 0, 2, TRUE},
	{"nr_hugepages", "/proc/sys/vm/nr_hugepages", NULL, 0, 1 << 20, TRUE},
	{"max_map_count", "/proc/sys/vm/max_map_count", NULL, 65530, G_MAXINT32, TRUE},
	{"zone_reclaim_mode", "/proc/sys/vm/zone_reclaim_mode", NULL, 0, 7, TRUE},
	{"numa_balancing", "/proc/sys/kernel/numa_balancing", NULL, 0, 3, TRUE},
	{"sched_autogroup", "/proc/sys/kernel/sched_autogroup_enabled", NULL, 0, 1, TRUE},
	{"randomize_va_space", "/proc/sys/kernel/randomize_va_space", NULL, 0, 2, TRUE},
	{"nmi_watchdog", "/proc/sys/kernel/nmi_watchdog", NULL, 0, 1, TRUE},
	{"pid_max", "/proc/sys/kernel/pid_max", NULL, 32768, 1 << 22, TRUE},
	{"threads_max", "/proc/sys/kernel/threads-max", NULL, 1024, G_MAXINT32, TRUE},
};

void knob_wish_clear(struct knob_wish *wish)
{
	g_clear_pointer(&wish->path, g_free);
	g_clear_pointer(&wish->value, g_free);
}

guint knob_count(void)
{
	return G_N_ELEMENTS(knobs);
}

const struct knob *knob_at(guint i)
{
	return &knobs[i];
}

const struct knob *knob_by_name(const char *name)
{
	for (guint i = 0; i < G_N_ELEMENTS(knobs); i++)
		if (!strcmp(knobs[i].name, name))
			return &knobs[i];
	return NULL;
}

/* ---- paths ----------------------------------------------------------------------------------- */

/* The number where the knob's path has its '*'. */
static gboolean number_in(const struct knob *knob, const char *path, guint64 *ret_number)
{
	const char *star = strchr(knob->path, '*');
	gsize before = (gsize)(star - knob->path), digits;

	if (strncmp(path, knob->path, before))
		return FALSE;
	digits = strspn(path + before, "0123456789");
	return !strcmp(path + before + digits, star + 1) &&
	       literal_count((struct slice){path + before, digits}, ret_number) &&
	       *ret_number <= G_MAXUINT16;
}

static char *numbered(const struct knob *knob, guint64 number)
{
	const char *star = strchr(knob->path, '*');

	return g_strdup_printf("%.*s%" G_GUINT64_FORMAT "%s", (int)(star - knob->path), knob->path,
		number, star + 1);
}

const struct knob *knob_of_path(const char *path, char **ret_path)
{
	for (guint i = 0; i < G_N_ELEMENTS(knobs); i++) {
		gboolean many = strchr(knobs[i].path, '*') != NULL;
		guint64 number = 0;

		if (many ? !number_in(&knobs[i], path, &number) : strcmp(knobs[i].path, path) != 0)
			continue;
		*ret_path = many ? numbered(&knobs[i], number) : g_strdup(knobs[i].path);
		return &knobs[i];
	}
	return NULL;
}

static gint by_number(gconstpointer a, gconstpointer b)
{
	guint x = *(const guint *)a, y = *(const guint *)b;

	return (x > y) - (x < y);
}

static gboolean is_there(const struct machine *machine, const char *path)
{
	g_autofree char *whole = g_strconcat(machine->root, path, NULL);

	return g_file_test(whole, G_FILE_TEST_IS_REGULAR);
}

/* "cpu12" of the folder that holds the CPUs: 12. */
static GArray *numbers_of_cpus(const struct machine *machine)
{
	g_autofree char *folder = g_strconcat(machine->root, "/sys/devices/system/cpu", NULL);
	GArray *numbers = g_array_new(FALSE, FALSE, sizeof(guint));
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;
	guint64 number;

	while (dir && (name = g_dir_read_name(dir)))
		if (g_str_has_prefix(name, "cpu") && literal_count(slice_of(name + 3), &number) &&
			number <= G_MAXUINT16)
			g_array_append_val(numbers, (guint){(guint)number});
	if (dir)
		g_dir_close(dir);
	g_array_sort(numbers, by_number);
	return numbers;
}

GPtrArray *knob_paths(const struct knob *knob, const struct machine *machine)
{
	GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);

	if (!strchr(knob->path, '*')) {
		if (is_there(machine, knob->path))
			g_ptr_array_add(paths, g_strdup(knob->path));
		return paths;
	}

	g_autoptr(GArray) numbers = numbers_of_cpus(machine);
	for (guint i = 0; i < numbers->len; i++) {
		g_autofree char *path = numbered(knob, g_array_index(numbers, guint, i));

		if (is_there(machine, path))
			g_ptr_array_add(paths, g_steal_pointer(&path));
	}
	return paths;
}

/* ---- values ---------------------------------------------------------------------------------- */

char *knob_value(const struct knob *knob, const char *value)
{
	guint64 number;

	for (const char *const *word = knob->words; word && *word; word++)
		if (!strcmp(*word, value))
			return g_strdup(*word);
	if (knob->words || !literal_count(slice_of(value), &number) ||
		number > (guint64)knob->high || (gint64)number < knob->low)
		return NULL;
	return g_strdup_printf("%" G_GUINT64_FORMAT, number);
}

#define WORD_MAX 64

gboolean knob_is_word(const char *value)
{
	gsize len = strlen(value);

	for (gsize i = 0; i < len; i++)
		if (!g_ascii_isalnum(value[i]) && !strchr("+._-", value[i]))
			return FALSE;
	return len && len <= WORD_MAX;
}

char *knob_now(const struct machine *machine, const char *path)
{
	char *text = machine_file(machine, path);
	char *open = text ? strchr(text, '[') : NULL;
	char *close = open ? strchr(open, ']') : NULL;

	if (!close)
		return text;
	char *word = g_strndup(open + 1, (gsize)(close - open - 1));
	g_free(text);
	return word;
}

/* ---- commands -------------------------------------------------------------------------------- */

/* "vm.swappiness": /proc/sys/vm/swappiness. */
static char *path_of_sysctl(const char *name)
{
	char *path = g_strconcat("/proc/sys/", name, NULL);

	g_strdelimit(path + strlen("/proc/sys/"), ".", '/');
	return path;
}

/* FALSE: it is no setting that we read.  Both are the caller's. */
static gboolean read_setting(struct slice command, char **ret_path, char **ret_value)
{
	g_autofree struct command_match *match = g_new(struct command_match, 1);
	const char *equals;

	if (!command_match(command, match) || match->form->class != CLASS_SETTINGS)
		return FALSE;
	if (match->form->act == ACT_WRITE) {
		*ret_value = g_strdup(match->value[0]);
		*ret_path = g_strdup(match->value[1]);
		return TRUE;
	}
	equals = strchr(match->value[0], '=');
	if (!equals)
		return FALSE;
	g_autofree char *name = g_strndup(match->value[0], (gsize)(equals - match->value[0]));
	*ret_path = path_of_sysctl(name);
	*ret_value = g_strdup(equals + 1);
	return TRUE;
}

enum knob_answer knob_of_command(struct slice command, struct knob_wish *ret)
{
	g_autofree char *path = NULL, *value = NULL;
	struct knob_wish wish = {NULL, NULL, NULL};

	if (!read_setting(command, &path, &value))
		return KNOB_NO_SETTING;
	wish.knob = knob_of_path(path, &wish.path);
	if (!wish.knob)
		return KNOB_NO_PATH;
	wish.value = knob_value(wish.knob, value);
	if (!wish.value) {
		knob_wish_clear(&wish);
		return KNOB_NO_VALUE;
	}
	*ret = wish;
	return KNOB_KNOWN;
}
