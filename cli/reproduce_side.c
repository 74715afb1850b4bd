/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/reproduce_side.h"

#include "cli/lock.h"
#include "cli/output.h"
#include "cli/reproduce_facts.h"
#include "cli/talk.h"
#include "render/listing.h"

#include <errno.h>
#include <glib/gstdio.h>

/* The user's words, parted by blanks. */
static char **split_words(const char *wrap)
{
	g_autoptr(GStrvBuilder) words = g_strv_builder_new();
	g_auto(GStrv) pieces = g_strsplit_set(wrap ? wrap : "", " \t", 0);

	for (char **piece = pieces; *piece; piece++)
		if (**piece)
			g_strv_builder_add(words, *piece);
	return g_strv_builder_end(words);
}

/* Runs that --judge will not find. */
static void say_label(const struct plan *plan, const struct result_facts *facts)
{
	char *const *commits = plan->reported->commit;

	if ((commits[0] || commits[1]) && g_strcmp0(facts->commit, commits[0]) &&
		g_strcmp0(facts->commit, commits[1]))
		talk("reproduce: the runs are of %s, which is no commit of the report as far as is "
		     "known; --commit tells which one the running kernel is",
			facts->commit);
}

/* Here settings are made around all runs, elsewhere by the runner around each. */
static struct runner *find_runner(const struct run_order *order, const struct door *door,
	const struct lkp_job *lkp, const struct reproduce_options *o)
{
	gboolean sets = door->host && (o->allowed & 1u << CLASS_SETTINGS) != 0;

	if (lkp)
		return runner_lkp_new(order, door, lkp, o->lkp, sets);
	return door->host ? runner_door_new(order, door, sets) : runner_script_new(order);
}

/* Its lock: who counts the runs that are there is to be the one who makes the others. */
static int open_root(const char *root, GError **error)
{
	if (!g_mkdir_with_parents(root, 0755))
		return lock_take(root, error);
	g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno), "%s: %s", root,
		g_strerror(errno));
	return -1;
}

struct reproduce_side *reproduce_side_new(const struct plan *plan, const struct options *options,
	const struct door *door, const struct lkp_job *lkp, const struct sandbox *sandbox,
	const struct side_name *name, GError **error)
{
	const struct reproduce_options *o = options->reproduce;
	struct reproduce_side *side = g_new0(struct reproduce_side, 1);
	g_auto(GStrv) before = split_words(name->wrap);
	g_autofree char *path = NULL;
	guint number;

	side->all_facts = reproduce_facts_new(plan, o, lkp, name->commit, name->wrap);
	side->facts = &side->all_facts->result;
	if (!lkp)
		side->command = benchmark_wrap(plan->benchmark, plan->repeat.copies,
			(const char *const *)before, (const char *const *)plan->command);
	path = result_dir_path(side->facts);
	side->root = g_build_filename(options->output, path, NULL);
	side->lock = open_root(side->root, error);
	if (side->lock < 0) {
		reproduce_side_free(side);
		return NULL;
	}
	side->there = result_dir_count(side->root, &number);
	side->order = (struct run_order){
		.plan = plan,
		.facts = side->facts,
		.root = side->root,
		.command = (const char *const *)side->command,
		.sandbox = sandbox,
		.monitors = (const char *const *)o->monitors,
		.interval_ms = (guint)(o->interval * 1000),
		.rules = options->rules,
	};
	side->runner = find_runner(&side->order, door, lkp, o);
	say_label(plan, side->facts);
	return side;
}

void reproduce_side_free(struct reproduce_side *side)
{
	if (!side)
		return;
	runner_free(side->runner);
	if (side->lock >= 0)
		lock_release(side->lock);
	g_rmdir(side->root); /* if nothing is in it */
	g_strfreev(side->command);
	g_free(side->root);
	reproduce_facts_free(side->all_facts);
	g_free(side);
}

guint reproduce_side_count(const struct reproduce_side *side)
{
	return side->there + side->made;
}

static void print_json(
	const struct reproduce_side *side, const struct plan *plan, gboolean is_stopped)
{
	json_t *document = json_pack("{s:s,s:s,s:s,s:i,s:i,s:i,s:i,s:b}", "schema",
		"lkpdigest/run/1", "result_root", side->root, "commit", side->facts->commit,
		"wanted", (int)plan->wanted, "there", (int)reproduce_side_count(side), "made",
		(int)side->made, "incomplete", (int)side->incomplete, "interrupted", is_stopped);
	char *line = json_line(document);

	output_printf("%s\n", line);
	g_free(line);
	json_decref(document);
}

void reproduce_side_print(const struct reproduce_side *side, const struct plan *plan,
	const struct options *options, gboolean is_stopped)
{
	guint there = reproduce_side_count(side);

	if (options->json) {
		print_json(side, plan, is_stopped);
		return;
	}
	output_path(side->root);
	if (there < plan->wanted)
		talk("reproduce: %u of %u runs are there; the same command makes the others", there,
			plan->wanted);
	else
		talk("reproduce: all %u runs of %s are there; when both sides are: "
		     "reproduce --judge --results %s",
			plan->wanted, side->facts->commit, options->output);
}
