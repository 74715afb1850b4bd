/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What stands beside a report's numbers: how to run it again, as the mail has it, the plot of
 * its bisection, and what was doubtful in reading it.
 */
#include "render/digest_parts.h"

/* ---- to run it again --------------------------------------------------------------- */

struct collector {
	struct digest *digest;
	struct digest_report *report;
};

#define INDENTED "    " /* for a tab, which no form shows as such */

static void add_command(const struct collector *to, const char *text, guint line)
{
	struct digest_report *report = to->report;

	if (report->commands->len >= DIGEST_COMMANDS_MAX) {
		report->commands_omitted++;
		return;
	}

	struct digest_command *command = g_new0(struct digest_command, 1);

	*command = (struct digest_command){text, report->message_id, line};
	g_ptr_array_add(report->commands, command);
}

static gboolean collect_command(const struct store_command *command, void *data)
{
	const struct collector *to = data;

	g_auto(GStrv) parts = g_strsplit(command->text ? command->text : "", "\t", -1);
	g_autofree char *text = g_strjoinv(INDENTED, parts);

	add_command(to, digest_keep(to->digest, text), command->line);
	return TRUE;
}

/* As the robot's mails have told since 2021 what to do with the job that is attached. */
static gboolean collect_job(const struct store_job *job, void *data)
{
	static const char *const steps[] = {"git clone https://github.com/intel/lkp-tests.git",
		"cd lkp-tests", "sudo bin/lkp install %s", "bin/lkp split-job --compatible %s",
		"sudo bin/lkp run generated-yaml-file"};
	const struct collector *to = data;

	for (gsize i = 0; i < G_N_ELEMENTS(steps); i++) {
		g_auto(GStrv) halves = g_strsplit(steps[i], "%s", 2);
		const char *name = job->attachment ? job->attachment : "job.yaml";

		add_command(to,
			halves[1] ? digest_keepf(to->digest, "%s%s%s", halves[0], name, halves[1])
				  : digest_keep(to->digest, steps[i]),
			0);
	}
	return FALSE;
}

/* The attached script; without one, or with an empty one, the job. */
static gboolean read_commands(struct store *store, const struct store_filter *filter,
	struct collector *to, GError **error)
{
	if (!store_list_commands(store, filter, collect_command, to, error))
		return FALSE;
	return to->report->commands->len || store_list_jobs(store, filter, collect_job, to, error);
}

/* ---- its bisection ------------------------------------------------------------------- */

/* The plot of the headline's metric, else the first. */
static gboolean collect_plot(const struct store_plot *plot, void *data)
{
	const struct collector *to = data;
	struct digest_report *report = to->report;
	gboolean is_headline = !g_strcmp0(plot->title, report->metric);
	struct plots *plots = plots_new();

	if ((is_headline || !report->history) && plots_add_history(plots, plot))
		report->history = digest_chart_of_plots(to->digest, plots);
	plots_free(plots);
	return !is_headline;
}

/* ---- what is doubtful ---------------------------------------------------------------- */

/* Of all that can be said of a mail, that which touches the numbers of its claims. */
static gboolean casts_doubt(enum diag_id id)
{
	switch (id) {
	case DIAG_ALIAS_INCONSISTENT:
	case DIAG_BOX_CONTRADICTS:
	case DIAG_COMMITS_MISMATCH:
	case DIAG_DIRECTION_DISAGREES:
	case DIAG_HEADLINE_CONTRADICTS:
	case DIAG_HEADLINE_ROWLESS:
	case DIAG_ROW_INCONSISTENT:
	case DIAG_SUBJECT_DIFFERS:
		return TRUE;
	default:
		return FALSE;
	}
}

static gboolean collect_warning(const struct store_diag *diag, void *data)
{
	const struct collector *to = data;

	if (!casts_doubt(diag->id))
		return TRUE;

	struct digest_warning *warning = g_new0(struct digest_warning, 1);

	*warning = (struct digest_warning){diag->id, digest_keep(to->digest, diag->detail),
		to->report->message_id, diag->origin.line};
	g_ptr_array_add(to->report->warnings, warning);
	return TRUE;
}

gboolean digest_evidence_read(
	struct digest *digest, struct store *store, struct digest_report *report, GError **error)
{
	struct collector to = {digest, report};
	struct store_filter filter = STORE_FILTER_ALL;

	filter.message = report->key;
	return read_commands(store, &filter, &to, error) &&
	       store_list_plots(store, &filter, collect_plot, &to, error) &&
	       store_list_told(store, report->key, collect_warning, &to, error);
}
