/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Settings of a running kernel that we can make ourselves: files of /proc and /sys with the
 * values that each may be given.  A setting of a job is made by this table or not at all;
 * its words are only looked up here.
 */
#pragma once

#include "base/slice.h"
#include "reproduce/machine.h"

struct knob {
	const char *name;         /* the key of a job that means it, or its own */
	const char *path;         /* a '*' stands for the number of a CPU */
	const char *const *words; /* the values; NULL: a whole number from low to high */
	gint64 low, high;
	gboolean is_lasting; /* what was there before can be read and put back */
};

/* What a command or a job wants of one knob. */
struct knob_wish {
	const struct knob *knob;
	char *path;  /* one file */
	char *value; /* as the table, or our own number, has it */
};

void knob_wish_clear(struct knob_wish *wish);

guint knob_count(void);
const struct knob *knob_at(guint i);

/* NULL: there is none. */
const struct knob *knob_by_name(const char *name);

/* The knob that a file is of; *ret_path is that file, written anew (g_free()).  NULL: none. */
const struct knob *knob_of_path(const char *path, char **ret_path);

/* Why a command of a script is none of ours. */
enum knob_answer {
	KNOB_KNOWN,
	KNOB_NO_SETTING, /* it is not written as one that we read */
	KNOB_NO_PATH,    /* its file is not in the table */
	KNOB_NO_VALUE,   /* the value is not one of those that are allowed */
};

/* Reads `echo VALUE > PATH` and `sysctl -w NAME=VALUE`; fills *ret only when KNOB_KNOWN. */
enum knob_answer knob_of_command(struct slice command, struct knob_wish *ret);

/* A value checked, and written anew; NULL: it is not allowed.  g_free(). */
char *knob_value(const struct knob *knob, const char *value);

/* The knob's files on that machine, by number; of char *.  Empty: it has none. */
GPtrArray *knob_paths(const struct knob *knob, const struct machine *machine);

/* A short plain word, such as all values are: it can be written down, and put back. */
gboolean knob_is_word(const char *value);

/* What it is set to: of "always [madvise] never" the one in brackets.  NULL: no such file. */
char *knob_now(const struct machine *machine, const char *path);
