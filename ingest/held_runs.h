/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The runs of one archive, put together from its members, which may come in any order.
 *
 * What is wanted of them is held in memory, as it lies in the archive, up to a limit;
 * nothing is unpacked to a path.  A member belongs to a run when its directory's name is a
 * number; the run it is when a job.yaml comes as well.
 */
#pragma once

#include "ingest/result_run.h"

/* Beside job.yaml and stats.json, or the monitors' files where there is no stats.json. */
enum held_wants {
	HELD_SERIES = 1 << 0, /* matrix.json of each run */
	HELD_LOGS = 1 << 1,   /* the kernel's log */
};

struct held_runs;

/* `archive` is the path that names begin with, in ARCHIVE!MEMBER. */
struct held_runs *held_runs_new(const char *archive, guint wants);
void held_runs_free(struct held_runs *held);

enum held_verdict {
	HELD_FOREIGN, /* no run's; to be read as anything else */
	HELD_KEEP,    /* held_runs_add() it */
	HELD_PASS,    /* a run's, and not wanted; or made from runs */
	HELD_LATE,    /* a run's that was handed out already */
	HELD_CROWD,   /* a run's that has RESULT_FILES_MAX files */
};

enum held_verdict held_runs_judge(struct held_runs *held, const char *member);
void held_runs_add(struct held_runs *held, const char *member, GBytes *bytes);

/* Of a directory that has a run's files, and is none; `why` is a sentence. */
typedef void (*held_lost_fn)(const char *dir, const char *why, void *data);

struct held_receiver {
	gboolean (*run)(struct result_run *run, void *data); /* takes it; FALSE stops */
	held_lost_fn lost;
	void *data;
};

/*
 * Hands out runs, by path, until no more than `most` bytes are held: all but that of the
 * member which was added last, or that as well.  FALSE: the receiver stopped it.
 */
gboolean held_runs_make_room(
	struct held_runs *held, gsize most, const struct held_receiver *receiver);

/* Hands out all that is left, by path. */
gboolean held_runs_end(struct held_runs *held, const struct held_receiver *receiver);
