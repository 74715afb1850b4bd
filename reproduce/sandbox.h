/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One program, run where it can do no harm: by bubblewrap, in namespaces of its own with the
 * system read-only, a scratch folder of limited size in memory, a loopback and no other network,
 * no capabilities and no way to gain any; and with limits on time, memory and processes, on
 * whose passing all of it is killed.
 *
 * A superuser's program runs as nobody (65534).  Nothing of a job is part of this but the words
 * of the command, which reproduce/benchmark.h makes.
 */
#pragma once

#include <gio/gio.h>
#include <sys/resource.h>

#define SANDBOX_ERROR sandbox_error_quark()
GQuark sandbox_error_quark(void);

enum sandbox_error {
	SANDBOX_ERROR_MISSING, /* bubblewrap is not there, or may not make namespaces */
	SANDBOX_ERROR_START,   /* the program cannot be started */
};

#define SANDBOX_OUTPUT_MAX (16u << 20) /* bytes of each stream; beyond, it is killed */

struct sandbox_limits {
	guint seconds;
	guint64 memory;  /* bytes, resident, of all its processes together */
	guint64 disk;    /* bytes of the scratch folder, and of /dev/shm */
	guint processes; /* and threads */
};

enum sandbox_end {
	SANDBOX_ENDED,   /* by itself: `status` tells how */
	SANDBOX_TIME,    /* killed: it outlived its time, */
	SANDBOX_MEMORY,  /* took too much memory, */
	SANDBOX_OUTPUT,  /* printed too much, */
	SANDBOX_STOPPED, /* or the user wants no more */
};

const char *sandbox_end_text(enum sandbox_end end); /* "outlived its time", ... */

struct sandbox_outcome {
	enum sandbox_end end;
	int status;          /* as wait() gives it */
	double seconds;      /* that it ran */
	struct rusage usage; /* of all its processes */
	GString *out, *err;  /* what it printed */
};

void sandbox_outcome_clear(struct sandbox_outcome *outcome);

struct sandbox {
	struct sandbox_limits limits;
	const char *work;    /* its scratch folder; NULL: one in memory */
	const char *folder;  /* further one that it may read, and where it starts; NULL: none */
	gboolean is_off;     /* no bubblewrap: the user says so; limits hold all the same, but
			      * those on the disk */
	const char *scratch; /* then: where it starts without `folder` */
	gboolean (*is_stopped)(void *data); /* asked all the while; NULL: never */
	void *data;
	void (*tick)(void *data); /* called all the while, some times a second; NULL: not */
	void *tick_data;
};

/*
 * The words that start a command so, NULL-terminated; g_strfreev().  `elsewhere`: on another
 * machine than this.
 */
char **sandbox_words(const struct sandbox *sandbox, gboolean elsewhere, const char *const *command);

/* As wait() adds up what several children used. */
void sandbox_add_usage(struct rusage *to, const struct rusage *more);

/* Runs the words of the command to their end.  FALSE with *error; ret_outcome is then unset. */
gboolean sandbox_run(const struct sandbox *sandbox, const char *const *command,
	struct sandbox_outcome *ret_outcome, GError **error);
