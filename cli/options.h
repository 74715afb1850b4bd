/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line, read and checked. */
#pragma once

#include "compare/rules.h"
#include "store/store.h"

#include <glib.h>

struct command;
struct compare_options;
struct config;
struct mail_options;
struct plot_options;
struct reproduce_options;

/* What a command takes beside the common options. */
enum option_set {
	OPTIONS_FILTER = 1 << 0,     /* --since --until --week --month --commit ... */
	OPTIONS_WEEK = 1 << 1,       /* --week alone */
	OPTIONS_SINCE_LAST = 1 << 2, /* --since-last */
	OPTIONS_ROWS = 1 << 3,       /* --table --message --unanswered --retracted */
	OPTIONS_OUTPUT = 1 << 4,     /* -o */
	OPTIONS_FORMAT = 1 << 5,     /* --format --table */
	OPTIONS_RULES = 1 << 6,      /* --lkp-src */
	OPTIONS_CLUSTERS = 1 << 7,   /* --overrides --linux */
	OPTIONS_ADDRESSES = 1 << 8,  /* --addresses --no-addresses */
	OPTIONS_FINDINGS = 1 << 9,   /* --strict --fail-on; others refuse them */
	OPTIONS_JOBS = 1 << 10,      /* -j is of use; of others it is not in the help */
	OPTIONS_OWN_STORE = 1 << 11, /* --store is refused, and not in the help */
	OPTIONS_AGAIN = 1 << 12,     /* --again */
	OPTIONS_PRUNE = 1 << 13,     /* --before --dry-run */
	OPTIONS_MAIL = 1 << 14,      /* those of cli/mail_options.h */
	OPTIONS_COMPARE = 1 << 15,   /* those of cli/compare_options.h, whose -j is another */
	OPTIONS_REPRODUCE = 1 << 16, /* those of cli/reproduce_options.h */
	OPTIONS_SITE = 1 << 18,      /* --site */
	OPTIONS_PLOT = 1 << 17,      /* those of cli/plot_options.h, whose --kind is another */
};

/* What --fail-on names, beside kinds of diagnostics. */
enum fail_on {
	FAIL_ON_REGRESSION = 1 << 0,
	FAIL_ON_NEW_REGRESSION = 1 << 1,
	FAIL_ON_INCONSISTENT = 1 << 2,
	FAIL_ON_DIAGNOSTICS = 1 << 3, /* any warning or error */
	FAIL_ON_DIFFERENT = 1 << 4,   /* rows of a table, held against runs */
	FAIL_ON_MISSING = 1 << 5,     /* in those runs */
};

struct options {
	char *store; /* never NULL behind options_read() */
	gboolean store_given;
	gboolean store_is_default; /* neither given nor $LKPDIGEST_STORE */
	int jobs;                  /* at least 1 */
	gboolean quiet, verbose, json, strict;
	gboolean since_last; /* of OPTIONS_SINCE_LAST: the filter has no period yet */
	gboolean again;      /* of OPTIONS_AGAIN: read whole what was read before */
	gint64 before;       /* of OPTIONS_PRUNE; DATE_UNKNOWN: not given */
	gboolean dry_run;    /* so */
	gboolean show_addresses, hide_addresses; /* of OPTIONS_ADDRESSES; not both */
	guint fail_on;
	guint fail_on_states; /* 1 << enum state: that a regression came to */
	gboolean fail_on_diag[DIAG_COUNT];
	struct store_filter filter;
	char *period; /* as digests print it: "2016-W23", "2016-06-01..2016-06-08",
		       * "since 2016-06-01", "before 2016-06-08", "all" */
	char *output, *format;
	char *site;         /* of OPTIONS_SITE: a folder; NULL: not given */
	char *digest_table; /* of OPTIONS_FORMAT: a kind of table; NULL: not given */
	char *linux_tree;   /* of OPTIONS_CLUSTERS and OPTIONS_COMPARE; NULL: none */
	char *overrides;    /* of OPTIONS_CLUSTERS: a file; NULL: the usual one, if it is there */
	gboolean clusters_given;             /* either of these two by the command line */
	char *lkp_src;                       /* NULL: the rules compiled in */
	struct rules *rules;                 /* of commands with OPTIONS_RULES, once they run */
	struct compare_options *compare;     /* of OPTIONS_COMPARE, else NULL */
	struct mail_options *mail;           /* never NULL */
	struct config *config;               /* NULL: none is there */
	struct reproduce_options *reproduce; /* of OPTIONS_REPRODUCE, else NULL */
	struct plot_options *plot;           /* of OPTIONS_PLOT, else NULL */
	char **arguments;                    /* never NULL */
	guint n_arguments;
	gboolean help;
	struct options_text *text; /* private: what the filter points into */
};

/*
 * Reads argv behind the command's name.  FALSE: the error was said, the exit status
 * is EXIT_USAGE.  Free with options_clear() in either case.
 */
gboolean options_read(
	struct options *options, const struct command *command, const char *const *argv);
void options_clear(struct options *options);

/* The command's help.  Free with g_free(). */
char *options_help(const struct command *command);

/* Seconds since 1970 of SOURCE_DATE_EPOCH; DATE_UNKNOWN without it.  FALSE: said. */
gboolean options_generated(gint64 *ret_seconds);
