/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The commands of a job that a class of changes knows.  One table, by pattern; what matches
 * none is shown and never run, and what matches is looked at word by word, never run as text.
 */
#pragma once

#include "base/slice.h"

#include <glib.h>

/* Each is allowed by name, per run. */
enum change_class {
	CLASS_NONE,
	CLASS_SETTINGS,
	CLASS_MODULES,
	CLASS_MOUNTS,
	CLASS_SWAP,
	CHANGE_CLASSES,
};

const char *change_class_name(enum change_class class);   /* NULL: CLASS_NONE */
enum change_class change_class_by_name(const char *name); /* CLASS_NONE: there is none */

enum command_act {
	ACT_WRITE,  /* a value to a file of the kernel */
	ACT_SYSCTL, /* the same by its name */
	ACT_LOAD,   /* a module */
	ACT_UNLOAD,
	ACT_MAKE_FS,
	ACT_MOUNT,
	ACT_UMOUNT,
	ACT_SWAP_OFF,
	ACT_SWAP_ON,
};

struct command_form {
	enum change_class class;
	enum command_act act;
	/*
	 * Words as they are; one in capitals stands for any word without a '-' before it, its
	 * end in capitals for any end; "[-x]" may stand there, "[-x VALUE]" too, in any order
	 * with those beside it; "..." for any more words.
	 */
	const char *pattern;
};

#define COMMAND_WORDS_MAX 16
#define COMMAND_WORD_BYTES 256

struct command_match {
	const struct command_form *form;
	char words[COMMAND_WORDS_MAX][COMMAND_WORD_BYTES]; /* unquoted; untrusted */
	/* What stands for the capitals, in the order of the pattern; NULL: not there. */
	const char *value[COMMAND_WORDS_MAX];
	const char *rest[COMMAND_WORDS_MAX]; /* for "...", NULL-terminated */
};

/* FALSE: no form is like it. */
gboolean command_match(struct slice command, struct command_match *ret);

/* All forms; NULL behind the last. */
const struct command_form *command_form_at(guint i);
