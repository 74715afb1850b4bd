/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where scripts of ours run that bring files back: by a shell here, or through ssh by one on
 * another machine of the user's.
 *
 * The script goes to the standard input of `sh -s`, never into arguments; what it made comes back
 * as a tar stream (reproduce/answer.h).  Standard input stays open until the script has ended:
 * when this process dies, or the connection is lost, the script sees the end of it, kills what
 * it started, puts settings back and removes its files (reproduce/door/begin.sh).
 */
#pragma once

#include <gio/gio.h>

#define DOOR_ERROR door_error_quark()
GQuark door_error_quark(void);

enum door_error {
	DOOR_ERROR_START,      /* no ssh, no sh */
	DOOR_ERROR_CONNECTION, /* it could not be made, or was lost */
	DOOR_ERROR_SCRIPT,     /* the script says why it could not be done */
	DOOR_ERROR_TIME,       /* no answer in time */
	DOOR_ERROR_STOPPED,    /* the user wants no more */
	DOOR_ERROR_ANSWER,     /* what came back breaks a rule, or cannot be kept */
};

#define DOOR_HOST_MAX 255        /* bytes of a name */
#define DOOR_STDERR_MAX 65536    /* bytes; what is said beyond is not read */
#define DOOR_SAID_MAX 100        /* lines of the script */
#define DOOR_PATIENCE_SECONDS 20 /* between asking a script to end and killing it */

struct door {
	const char *host; /* as ssh takes it; NULL: this machine */
	const char *root; /* of /proc and /sys on that machine, for tests; "": the system */
	gboolean (*is_stopped)(void *data); /* asked all the while; NULL: never */
	void *data;
};

/* Is it a name that ssh cannot take for anything else? */
gboolean door_is_host(const char *host);

/* ---- what is asked --------------------------------------------------------------------------- */

enum door_part {
	DOOR_MACHINE, /* the parts of reproduce/door/ */
	DOOR_SETTINGS,
	DOOR_BENCHMARK,
	DOOR_LKP,
};

/*
 * A script begun: the marks and what every script has.  Assignments (reproduce/shell_quote.h)
 * and parts are added to its text.
 */
struct door_script {
	char *mark;
	GString *text;
};

struct door_script *door_script_new(const struct door *door);
void door_script_add(struct door_script *script, enum door_part part);
/* Ends it; the words are the arguments that its parts see.  NULL: none. */
void door_script_end(struct door_script *script, const char *const *words);
void door_script_free(struct door_script *script);

typedef struct door_script door_script;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(door_script, door_script_free)

/* ---- asking ---------------------------------------------------------------------------------- */

/*
 * Runs an ended script and unpacks its answer into `dir`, an empty folder of our own.  `seconds`:
 * the longest that all of it may take.  `said`, of char *: what the script says to people.
 */
gboolean door_ask(const struct door *door, const struct door_script *script, guint seconds,
	const char *dir, GPtrArray *said, GError **error);

/* A new folder for an answer, and away with it and all in it; NULL with *error. */
char *door_folder_new(GError **error);
void door_folder_free(char *dir); /* NULL is allowed */
