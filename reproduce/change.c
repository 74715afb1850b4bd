/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/change.h"

#include "base/literal.h"

#include <string.h>

#define OPTIONS_MAX 16
#define SWAPS_MAX 64

void change_clear(struct machine_change *change)
{
	g_clear_pointer(&change->what, g_free);
	g_clear_pointer(&change->more, g_strfreev);
	g_clear_pointer(&change->device, g_free);
}

void change_free(gpointer change)
{
	change_clear(change);
	g_free(change);
}

enum change_class change_class_of(const struct machine_change *change)
{
	static const enum change_class classes[] = {
		CLASS_NONE, CLASS_MODULES, CLASS_MOUNTS, CLASS_MOUNTS, CLASS_SWAP, CLASS_SWAP};

	return classes[change->kind];
}

/* ---- modules --------------------------------------------------------------------------------- */

#define PARAMS_MAX 2

/* Modules that tests load, with the numbers that each may be given. */
static const struct module {
	const char *name;
	struct {
		const char *name;
		guint64 low, high;
	} params[PARAMS_MAX];
} modules[] = {
	{"brd", {{"rd_nr", 1, 16}, {"rd_size", 1, (guint64)1 << 26}}}, /* KiB */
	{"null_blk", {{"nr_devices", 1, 16}, {"queue_mode", 0, 2}}},
	{"loop", {{"max_loop", 1, 256}}},
	{"zram", {{"num_devices", 1, 16}}},
	{"xfs", {{NULL}}},
	{"ext4", {{NULL}}},
	{"btrfs", {{NULL}}},
	{"f2fs", {{NULL}}},
	{"tcp_bbr", {{NULL}}},
	{"sctp", {{NULL}}},
	{"configs", {{NULL}}},
};

/* '-' and '_' are the same to the kernel; "_" is what it says. */
static const struct module *module_of(const char *name)
{
	g_autofree char *own = g_strdelimit(g_strdup(name), "-", '_');

	for (guint i = 0; i < G_N_ELEMENTS(modules); i++)
		if (!strcmp(modules[i].name, own))
			return &modules[i];
	return NULL;
}

gboolean change_module_is_ours(const char *name)
{
	const struct module *module = module_of(name);

	return module && !strcmp(module->name, name);
}

gboolean change_module_is_loaded(const struct machine *machine, const char *name)
{
	g_autofree char *path = g_strdup_printf("%s/sys/module/%s", machine->root, name);

	return g_file_test(path, G_FILE_TEST_IS_DIR);
}

/* "rd_nr=4", written anew; NULL: it is not in the table. */
static char *param_of(const struct module *module, const char *text)
{
	const char *equals = strchr(text, '=');
	guint64 number;

	for (guint i = 0; equals && i < PARAMS_MAX && module->params[i].name; i++) {
		const char *name = module->params[i].name;

		if (strlen(name) != (gsize)(equals - text) ||
			strncmp(text, name, (gsize)(equals - text)))
			continue;
		if (literal_count(slice_of(equals + 1), &number) &&
			number >= module->params[i].low && number <= module->params[i].high)
			return g_strdup_printf("%s=%" G_GUINT64_FORMAT, name, number);
	}
	return NULL;
}

gboolean change_read_module(
	const struct command_match *match, struct machine_change *ret, const char **ret_why)
{
	const struct module *module = module_of(match->value[0]);
	g_autoptr(GStrvBuilder) params = g_strv_builder_new();

	if (!module) {
		*ret_why = "a module that is not in our table";
		return FALSE;
	}
	for (guint i = 0; match->rest[i]; i++) {
		g_autofree char *param = param_of(module, match->rest[i]);

		if (!param) {
			*ret_why = "a parameter of the module that is not allowed";
			return FALSE;
		}
		g_strv_builder_add(params, param);
	}
	*ret = (struct machine_change){.kind = CHANGE_LOAD,
		.what = g_strdup(module->name),
		.more = g_strv_builder_end(params)};
	return TRUE;
}

/* ---- file systems ---------------------------------------------------------------------------- */

/* Types, and the flags with which each is made over what was there, without questions. */
static const struct fs {
	const char *type;
	const char *flags[3]; /* none: it is not made */
} types[] = {
	{"tmpfs", {NULL}},
	{"ext2", {"-q", "-F", NULL}},
	{"ext3", {"-q", "-F", NULL}},
	{"ext4", {"-q", "-F", NULL}},
	{"xfs", {"-q", "-f", NULL}},
	{"btrfs", {"-q", "-f", NULL}},
	{"f2fs", {"-q", "-f", NULL}},
};

static const struct fs *fs_of(const char *type)
{
	for (guint i = 0; i < G_N_ELEMENTS(types); i++)
		if (!strcmp(types[i].type, type))
			return &types[i];
	return NULL;
}

const char *change_fs_type(const char *name)
{
	const struct fs *fs = fs_of(name);

	return fs ? fs->type : NULL;
}

gboolean change_fs_is_made(const char *type)
{
	return fs_of(type)->flags[0] != NULL;
}

/* The size is ours, and so are nosuid and nodev. */
static gboolean is_left_out(const char *option)
{
	static const char *const ours[] = {"defaults", "rw", "nosuid", "nodev", "loop", NULL};

	return g_strv_contains(ours, option) || g_str_has_prefix(option, "size=");
}

static const char *option_of(const char *text)
{
	static const char *const options[] = {"noatime", "nodiratime", "relatime", "strictatime",
		"lazytime", "inode64", "dax", "discard", "nodiscard", "barrier", "nobarrier",
		"delalloc", "nodelalloc", "data=ordered", "data=writeback", "data=journal",
		"nodatacow", "nodatasum", "huge=always", "huge=never", "huge=advise",
		"huge=within_size"};

	for (guint i = 0; i < G_N_ELEMENTS(options); i++)
		if (!strcmp(options[i], text))
			return options[i];
	return NULL;
}

char **change_mount_options(const char *options)
{
	g_auto(GStrv) given = g_strsplit(options ? options : "", ",", OPTIONS_MAX + 1);
	g_autoptr(GStrvBuilder) own = g_strv_builder_new();

	for (char **text = given; *text; text++) {
		const char *option = option_of(*text);

		if (option)
			g_strv_builder_add(own, option);
		else if (**text && !is_left_out(*text))
			return NULL;
	}
	return g_strv_builder_end(own);
}

/* ---- swap ------------------------------------------------------------------------------------ */

/* A swap of the machine's own files: a path, and nothing that ends a word or is an escape. */
static gboolean is_path(const char *text)
{
	for (const char *at = text; *at; at++)
		if (!g_ascii_isgraph(*at) || *at == '\\' || *at == '\'')
			return FALSE;
	return *text == '/';
}

typedef struct machine_change *(*line_fn)(const struct machine *machine, char **words, guint n);

static GPtrArray *swaps_of(const struct machine *machine, const char *file, line_fn fn)
{
	GPtrArray *swaps = g_ptr_array_new_with_free_func(change_free);
	g_autofree char *text = machine_file(machine, file);
	g_auto(GStrv) lines = g_strsplit(text ? text : "", "\n", 0);

	for (char **line = lines; *line && swaps->len < SWAPS_MAX; line++) {
		g_auto(GStrv) all = g_strsplit_set(*line, " \t", 0);
		g_autoptr(GStrvBuilder) builder = g_strv_builder_new();

		for (char **word = all; *word; word++)
			if (**word)
				g_strv_builder_add(builder, *word);
		g_auto(GStrv) words = g_strv_builder_end(builder);
		struct machine_change *change = fn(machine, words, g_strv_length(words));

		if (change)
			g_ptr_array_add(swaps, change);
	}
	return swaps;
}

static struct machine_change *swap_new(enum change_kind kind, const char *path, int priority)
{
	struct machine_change *change = g_new0(struct machine_change, 1);

	*change =
		(struct machine_change){.kind = kind, .what = g_strdup(path), .priority = priority};
	return change;
}

/* "/dev/sda2 partition 8388604 0 -2" */
static struct machine_change *swap_that_is_on(const struct machine *machine, char **words, guint n)
{
	guint64 priority;

	(void)machine;
	if (n < 5 || !is_path(words[0]))
		return NULL;
	return swap_new(CHANGE_SWAP_OFF, words[0],
		literal_count(slice_of(words[4]), &priority) && priority <= G_MAXINT16
			? (int)priority
			: -1);
}

GPtrArray *change_swaps_on(const struct machine *machine)
{
	return swaps_of(machine, "/proc/swaps", swap_that_is_on);
}

gboolean change_swap_is_on(const struct machine *machine, const char *path)
{
	g_autoptr(GPtrArray) on = change_swaps_on(machine);

	for (guint i = 0; i < on->len; i++)
		if (!strcmp(((const struct machine_change *)on->pdata[i])->what, path))
			return TRUE;
	return FALSE;
}

/* "/dev/sda2 none swap sw 0 0" */
static struct machine_change *swap_that_is_off(const struct machine *machine, char **words, guint n)
{
	if (n < 3 || strcmp(words[2], "swap") || !is_path(words[0]) ||
		change_swap_is_on(machine, words[0]))
		return NULL;
	return swap_new(CHANGE_SWAP_ON, words[0], -1);
}

GPtrArray *change_swaps_off(const struct machine *machine)
{
	return swaps_of(machine, "/etc/fstab", swap_that_is_off);
}

/* ---- words ----------------------------------------------------------------------------------- */

static char *place_of(const struct machine *machine, const struct machine_change *change)
{
	return g_strconcat(machine->root, change->device ? change->device : CHANGE_FS_FILE, NULL);
}

static void add(GPtrArray *words, const char *word)
{
	g_ptr_array_add(words, g_strdup(word));
}

char *change_program(const struct machine_change *change)
{
	static const char *const programs[] = {
		NULL, "modprobe", "mkfs.", "mount", "swapoff", "swapon"};

	return g_strconcat(
		programs[change->kind], change->kind == CHANGE_MAKE_FS ? change->what : "", NULL);
}

static char *mount_options_of(const struct machine_change *change)
{
	g_autofree char *more =
		change->more && *change->more ? g_strjoinv(",", change->more) : NULL;
	gboolean is_made = change_fs_is_made(change->what);
	g_autoptr(GString) all = g_string_new("nosuid,nodev");

	if (is_made && !change->device)
		g_string_append(all, ",loop");
	if (!is_made)
		g_string_append_printf(all, ",size=%" G_GUINT64_FORMAT, change->size);
	if (more)
		g_string_append_printf(all, ",%s", more);
	return g_strdup(all->str);
}

static void add_mount(
	GPtrArray *words, const struct machine *machine, const struct machine_change *change)
{
	g_autofree char *options = mount_options_of(change), *place = place_of(machine, change),
			*folder = g_strconcat(machine->root, CHANGE_FS_FOLDER, NULL);

	add(words, "-t");
	add(words, change->what);
	add(words, "-o");
	add(words, options);
	add(words, change_fs_is_made(change->what) ? place : "tmpfs");
	add(words, folder);
}

char **change_words(const struct machine *machine, const struct machine_change *change)
{
	GPtrArray *words = g_ptr_array_new();

	g_ptr_array_add(words, change_program(change));
	if (change->kind == CHANGE_MAKE_FS) {
		for (const char *const *flag = fs_of(change->what)->flags; *flag; flag++)
			add(words, *flag);
		g_ptr_array_add(words, place_of(machine, change));
	} else if (change->kind == CHANGE_MOUNT) {
		add_mount(words, machine, change);
	} else {
		add(words, change->what);
		for (char **more = change->more; more && *more; more++)
			add(words, *more);
	}
	g_ptr_array_add(words, NULL);
	return (char **)g_ptr_array_free(words, FALSE);
}

static char **words_new(const char *a, const char *b, const char *c, const char *d)
{
	return g_strdupv((char **)(const char *const[]){a, b, c, d, NULL});
}

char **change_undo_words(const struct machine *machine, const struct machine_change *change)
{
	g_autofree char *folder = g_strconcat(machine->root, CHANGE_FS_FOLDER, NULL);
	g_autofree char *file = g_strconcat(machine->root, CHANGE_FS_FILE, NULL);
	g_autofree char *priority = g_strdup_printf("%d", change->priority);

	switch (change->kind) {
	case CHANGE_LOAD:
		return words_new("modprobe", "-r", change->what, NULL);
	case CHANGE_MAKE_FS:
		return change->device ? NULL : words_new("rm", "-f", file, NULL);
	case CHANGE_MOUNT:
		return words_new("umount", folder, NULL, NULL);
	case CHANGE_SWAP_OFF:
		return change->priority < 0 ? words_new("swapon", change->what, NULL, NULL)
					    : words_new("swapon", "-p", priority, change->what);
	case CHANGE_SWAP_ON:
		return words_new("swapoff", change->what, NULL, NULL);
	case CHANGE_NONE:
		break;
	}
	return NULL;
}
