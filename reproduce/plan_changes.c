/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modules, file systems and swap of a plan: what a job's command, looked up, would change. */
#include "reproduce/plan_parts.h"

#include "reproduce/disk.h"

#define FS_FIELD "fs"

static void show(struct plan_step *step, const char *why)
{
	step->action = STEP_SHOW;
	step->why = why;
	change_clear(&step->change);
	step->change.kind = CHANGE_NONE;
}

static void keep(struct plan_step *step, const char *why)
{
	show(step, why);
	step->action = STEP_KEEP;
}

/* It can be made, if its program is here. */
static void make(struct plan *plan, struct plan_step *step, const char *why)
{
	g_autofree char *name = change_program(&step->change);
	g_autofree char *path = machine_program(plan->machine, NULL, name);

	if (!path) {
		show(step, "the program that does it is not here");
		return;
	}
	step->action = STEP_MAKE;
	step->why = why;
}

/* ---- modules --------------------------------------------------------------------------------- */

static void read_load(struct plan *plan, struct plan_step *step, const struct command_match *match)
{
	const char *why;

	if (!change_read_module(match, &step->change, &why))
		show(step, why);
	else if (change_module_is_loaded(plan->machine, step->change.what))
		keep(step, "it is loaded already, with whatever parameters");
	else
		make(plan, step, "a module that we know; removed at the end");
}

/* ---- the file system ------------------------------------------------------------------------- */

static const struct plan_step *step_of(const struct plan *plan, enum change_kind kind)
{
	for (guint i = 0; i < plan->steps->len; i++) {
		const struct plan_step *step = plan->steps->pdata[i];

		if (step->action == STEP_MAKE && step->change.kind == kind)
			return step;
	}
	return NULL;
}

/* NULL: the place for a file system can be had. */
static const char *refusal_of_place(struct plan *plan)
{
	if (!plan->disk)
		return NULL;
	if (!plan->disk_why)
		plan->disk_why = disk_refusal(plan->machine, plan->disk, plan->disk_may_be_wiped);
	return plan->disk_why;
}

static void fill_fs(const struct plan *plan, struct plan_step *step, enum change_kind kind,
	const char *type, char **options)
{
	step->change = (struct machine_change){
		.kind = kind,
		.what = g_strdup(type),
		.more = options,
		.device = change_fs_is_made(type) ? g_strdup(plan->disk) : NULL,
		.size = plan->limits.disk,
		.may_be_wiped = plan->disk_may_be_wiped,
	};
}

static void make_fs(struct plan *plan, struct plan_step *step, const char *type)
{
	const char *why = refusal_of_place(plan);

	if (!type || !change_fs_is_made(type)) {
		show(step, "a type of file systems that is not in our table");
	} else if (step_of(plan, CHANGE_MAKE_FS)) {
		show(step, "the benchmark runs in one file system, and that is another one");
	} else if (why) {
		show(step, why);
	} else {
		fill_fs(plan, step, CHANGE_MAKE_FS, type, NULL);
		make(plan, step,
			plan->disk ? "on the disk that you gave"
				   : "on a file of ours; --disk puts it on a disk");
	}
}

static void mount_fs(struct plan *plan, struct plan_step *step, const char *type,
	const char *options, const char *device)
{
	g_auto(GStrv) own = change_mount_options(options);
	const struct plan_step *made = step_of(plan, CHANGE_MAKE_FS);

	if (!type)
		show(step, "a type of file systems that is not in our table");
	else if (!own)
		show(step, "an option of the mount that is not in our table");
	else if (step_of(plan, CHANGE_MOUNT))
		show(step, "the benchmark runs in one file system, and that is another one");
	else if (change_fs_is_made(type) &&
		 (!made || strcmp(made->change.what, type) || g_strcmp0(plan->fs_device, device)))
		show(step, "no file system was made for it");
	else {
		fill_fs(plan, step, CHANGE_MOUNT, type, g_steal_pointer(&own));
		make(plan, step, "for the benchmark to run in; gone at the end");
	}
}

static void read_mkfs(struct plan *plan, struct plan_step *step, const struct command_match *match)
{
	gboolean had = step_of(plan, CHANGE_MAKE_FS) != NULL;

	make_fs(plan, step, change_fs_type(match->value[0]));
	if (!had && step->action == STEP_MAKE)
		plan->fs_device = g_strdup(match->value[1]);
}

/* The options that a command gives: the last of its values is the folder. */
static void read_mount(struct plan *plan, struct plan_step *step, const struct command_match *match)
{
	g_autofree char *options = g_strconcat(match->value[1] ? match->value[1] : "", ",",
		match->value[2] ? match->value[2] : "", NULL);

	mount_fs(plan, step, change_fs_type(match->value[0]), options, match->value[3]);
}

/* ---- swap ------------------------------------------------------------------------------------ */

/* The swaps of the machine that a command means: all, or the one that it names. */
static void read_swap(struct plan *plan, struct plan_step *step, GPtrArray *swaps, const char *name,
	const char *none)
{
	gboolean any = FALSE;

	for (guint i = 0; i < swaps->len; i++) {
		struct machine_change *swap = swaps->pdata[i];
		struct plan_step *own = step;

		if (name && strcmp(name, swap->what))
			continue;
		if (any)
			own = plan_add_step(plan, step->kind, step->text);
		own->line = step->line;
		own->change = *swap;
		*swap = (struct machine_change){CHANGE_NONE};
		make(plan, own, "a swap of this machine; put back at the end");
		any = TRUE;
	}
	if (!any)
		keep(step, none);
}

/* ---- all ------------------------------------------------------------------------------------- */

gboolean plan_read_change(struct plan *plan, struct plan_step *step)
{
	g_autofree struct command_match *match = g_new0(struct command_match, 1);
	g_autoptr(GPtrArray) swaps = NULL;

	if (!command_match(slice_of(step->text), match))
		return FALSE;
	switch (match->form->act) {
	case ACT_LOAD:
		read_load(plan, step, match);
		return TRUE;
	case ACT_UNLOAD:
		keep(step, "what we load is removed at the end; no other module is");
		return TRUE;
	case ACT_MAKE_FS:
		read_mkfs(plan, step, match);
		return TRUE;
	case ACT_MOUNT:
		read_mount(plan, step, match);
		return TRUE;
	case ACT_UMOUNT:
		keep(step, "what we mount is gone at the end; nothing else is");
		return TRUE;
	case ACT_SWAP_OFF:
		swaps = change_swaps_on(plan->machine);
		read_swap(plan, step, swaps, match->value[0], "no such swap is on");
		return TRUE;
	case ACT_SWAP_ON:
		swaps = change_swaps_off(plan->machine);
		read_swap(plan, step, swaps, match->value[0], "fstab has no such swap that is off");
		return TRUE;
	case ACT_WRITE:
	case ACT_SYSCTL:
		break;
	}
	return FALSE;
}

/* A job by itself says "fs: xfs", and its script is not there. */
static void add_fs_of_job(struct plan *plan, const char *name)
{
	g_autofree char *text = g_strdup_printf("%s: %s", FS_FIELD, name);
	const char *type = change_fs_type(name);
	struct plan_step *step;

	if (type && change_fs_is_made(type)) {
		step = plan_add_step(plan, COMMAND_MOUNT, text);
		step->is_of_job = TRUE;
		make_fs(plan, step, type);
	}
	step = plan_add_step(plan, COMMAND_MOUNT, text);
	step->is_of_job = TRUE;
	mount_fs(plan, step, type, NULL, NULL);
}

/* A file system that nobody mounts would be made for nothing. */
static void drop_unmounted(struct plan *plan)
{
	for (guint i = 0; i < plan->steps->len; i++) {
		struct plan_step *step = plan->steps->pdata[i];

		if (step->change.kind == CHANGE_MAKE_FS)
			show(step, "it is not mounted in a way that we know");
	}
}

void plan_add_changes(struct plan *plan)
{
	const char *fs = reported_value(plan->reported, FS_FIELD);
	gboolean has_script = FALSE;

	for (guint i = 0; i < plan->steps->len; i++)
		has_script |= ((struct plan_step *)plan->steps->pdata[i])->kind == COMMAND_MOUNT;
	if (fs && !has_script)
		add_fs_of_job(plan, fs);
	if (!step_of(plan, CHANGE_MOUNT))
		drop_unmounted(plan);
}

const struct machine_change *plan_mount(const struct plan *plan)
{
	const struct plan_step *step = step_of(plan, CHANGE_MOUNT);

	return step ? &step->change : NULL;
}
