/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Changes of a machine that are more than a value in a file: a module, a file system, swap.
 * Each is made by a program of the machine with words of our own, and each has a line of the
 * journal (reproduce/settings.h) that tells how it is undone.
 *
 * There is one file system, in which the benchmark runs: it lies on the device that the user
 * gives, or on a file of ours, never on a device that a job names.
 */
#pragma once

#include "reproduce/command_form.h"
#include "reproduce/machine.h"

#define CHANGE_FS_FOLDER "/run/lkpdigest/fs" /* below the machine's root: where it is mounted */
#define CHANGE_FS_FILE "/var/lib/lkpdigest/fs.img" /* and the file, where there is no device */

enum change_kind {
	CHANGE_NONE,
	CHANGE_LOAD,
	CHANGE_MAKE_FS,
	CHANGE_MOUNT,
	CHANGE_SWAP_OFF,
	CHANGE_SWAP_ON,
};

struct machine_change {
	enum change_kind kind;
	char *what;   /* of our tables: a module, a type of file systems; or a swap that is there */
	char **more;  /* parameters of a module, options of a mount; checked; NULL: none */
	char *device; /* that the user gave; NULL: CHANGE_FS_FILE */
	int priority; /* of a swap that goes; below 0: the kernel's own choice */
	guint64 size; /* of the file, or of a tmpfs */
	gboolean may_be_wiped; /* the device: the user says so */
};

void change_clear(struct machine_change *change);

enum change_class change_class_of(const struct machine_change *change);

/* ---- what a job says, looked up; NULL or FALSE: *ret_why, a few words ----------------------- */

/* A module and its parameters of our table. */
gboolean change_read_module(
	const struct command_match *match, struct machine_change *ret, const char **ret_why);
gboolean change_module_is_ours(const char *name); /* in our table, by its own name */
gboolean change_module_is_loaded(const struct machine *machine, const char *name);

/* A type of file systems as our table has it; tmpfs is one that is not made. */
const char *change_fs_type(const char *name);
gboolean change_fs_is_made(const char *type);
/* Options of a mount by our table: of char *; NULL: one is none of them. */
char **change_mount_options(const char *options);

/* Swaps that are on: of struct machine_change *, to turn each off. */
GPtrArray *change_swaps_on(const struct machine *machine);
gboolean change_swap_is_on(const struct machine *machine, const char *path);
/* Those of the machine's own fstab that are not, to turn each on. */
GPtrArray *change_swaps_off(const struct machine *machine);
void change_free(gpointer change);

/* ---- made and undone ---------------------------------------------------------------------- */

/* The words of its program, the program's name first.  g_strfreev(). */
char **change_words(const struct machine *machine, const struct machine_change *change);

/* The name of that program: "mkfs.xfs".  g_free(). */
char *change_program(const struct machine_change *change);

/* The journal's line, without its end; NULL: nothing is to be undone.  g_free(). */
char *change_line(const struct machine_change *change);

gboolean change_make(
	const struct machine *machine, const struct machine_change *change, GError **error);

/*
 * Undoes a line of the journal if what it tells of is there; *count is counted up then.  One that
 * is none of ours is passed over.  After a boot only files are left.
 */
gboolean change_undo(const struct machine *machine, const char *line, gboolean is_same_boot,
	guint *count, GError **error);

/* The words that a script undoes it with; NULL: none.  g_strfreev(). */
char **change_undo_words(const struct machine *machine, const struct machine_change *change);
