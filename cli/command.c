/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/command.h"

#include "cli/output.h"
#include "cli/rules.h"
#include "cli/talk.h"
#include "ingest/mime.h"

const struct command commands[] = {
	{"ingest", "SOURCE ...", "read archives and mailboxes into the store",
		"SOURCE is a mailbox, a single message, a maildir, a public-inbox archive, a saved "
		"page,\n"
		"a thread as text, a result root, an archive or a directory of these, each plain "
		"or\n"
		"compressed, or - for standard input.",
		1, 0, OPTIONS_AGAIN | OPTIONS_RULES | OPTIONS_JOBS | OPTIONS_FINDINGS,
		command_ingest},
	{"list", "WHAT", "list what the store holds",
		"WHAT is one of: reports changes tables rows citations messages plots figures\n"
		"diffs jobs commits clusters events runs samples reproductions diagnostics\n"
		"sources.",
		1, 1,
		OPTIONS_FILTER | OPTIONS_ROWS | OPTIONS_ADDRESSES | OPTIONS_CLUSTERS |
			OPTIONS_FINDINGS,
		command_list},
	{"show", "THING", "show one thing in full",
		"THING is a Message-ID, the id of a table, of a cluster (c-...) or of a run, or a\n"
		"commit: seven of its digits or more.",
		1, 1, OPTIONS_CLUSTERS | OPTIONS_ADDRESSES, command_show},
	{"digest", "", "print the digest of a period", NULL, 0, 0,
		OPTIONS_FILTER | OPTIONS_FORMAT | OPTIONS_OUTPUT | OPTIONS_RULES | OPTIONS_MAIL |
			OPTIONS_ADDRESSES | OPTIONS_CLUSTERS | OPTIONS_SINCE_LAST | OPTIONS_SITE |
			OPTIONS_FINDINGS,
		command_digest},
	{"report", "SOURCE ... -o DIR", "all in one go, on a store of its own",
		"Writes index.html, digest.txt and digest.json into DIR.", 1, 0,
		OPTIONS_FILTER | OPTIONS_OUTPUT | OPTIONS_RULES | OPTIONS_OWN_STORE |
			OPTIONS_ADDRESSES | OPTIONS_JOBS | OPTIONS_CLUSTERS | OPTIONS_FINDINGS,
		command_report},
	{"weekly", "", "read what is new, write last week's digest",
		"What it reads and writes the configuration says, lkpdigest.conf(5).  Says "
		"nothing when\n"
		"all went well.",
		0, 0,
		OPTIONS_WEEK | OPTIONS_RULES | OPTIONS_ADDRESSES | OPTIONS_JOBS | OPTIONS_CLUSTERS |
			OPTIONS_FINDINGS,
		command_weekly},
	{"compare", "[COMMIT ...]", "compare results, as LKP does or judged",
		"COMMIT is an id in full; with --linux a short one or a tag, too.  The first is "
		"the\n"
		"base, unless --linux tells that another one came before.",
		0, 0, OPTIONS_COMPARE | OPTIONS_RULES | OPTIONS_ADDRESSES | OPTIONS_FINDINGS,
		command_compare},
	{"reproduce", "JOB.yaml|REPORT", "run a reported job again, and judge it",
		"REPORT is a Message-ID, a table, a cluster (c-...) of one report, or the commit "
		"that it\n"
		"blames: seven of its digits or more.  Without --run nothing is run and nothing of "
		"the machine is changed.",
		1, 1,
		OPTIONS_REPRODUCE | OPTIONS_RULES | OPTIONS_OUTPUT | OPTIONS_ADDRESSES |
			OPTIONS_CLUSTERS,
		command_reproduce},
	{"plot", "STAT ...", "draw charts of stats",
		"STAT is the whole name of a stat, as tables and runs have it.", 1, 0,
		OPTIONS_FILTER | OPTIONS_OUTPUT | OPTIONS_RULES | OPTIONS_PLOT | OPTIONS_ADDRESSES |
			OPTIONS_CLUSTERS,
		command_plot},
	{"forget", "SOURCE|MESSAGE ...", "remove from the store, with all that hangs on it",
		"SOURCE is a path as `list sources` prints it, or a directory above such paths.", 1,
		0, 0, command_forget},
	{"prune", "", "remove what is old from the store",
		"A thread goes when all of it is older and nothing that stays needs it.", 0, 0,
		OPTIONS_PRUNE, command_prune},
	{"check", "", "tell whether the store is sound", NULL, 0, 0, 0, command_check},
	{NULL},
};

const struct command *command_find(const char *name)
{
	for (const struct command *command = commands; command->name; command++)
		if (!g_strcmp0(command->name, name))
			return command;
	return NULL;
}

static enum exit_status print_overview(void)
{
	output_print("Usage:\n  lkpdigest COMMAND [option ...] [operand ...]\n\n"
		     "Reads mails and results of the Linux kernel test robot, renders digests,\n"
		     "compares runs.\n\n"
		     "Commands:\n");
	for (const struct command *command = commands; command->name; command++)
		output_printf("  %-9s %s\n", command->name, command->summary);
	output_print("  help      print the help of a command\n\n"
		     "`lkpdigest help COMMAND` tells more, lkpdigest(1) all.\n");
	return EXIT_DONE;
}

static enum exit_status print_help(const char *name)
{
	const struct command *command = command_find(name);

	if (!name)
		return print_overview();
	if (!command)
		return talk_usage("help: there is no command '%s'; see lkpdigest --help", name);
	g_autofree char *help = options_help(command);
	output_print(help);
	return EXIT_DONE;
}

static enum exit_status run_with_rules(const struct command *command, struct options *options)
{
	g_autoptr(GError) error = NULL;

	if (command->options & OPTIONS_RULES) {
		options->rules = rules_open(options->lkp_src, &error);
		if (!options->rules)
			return talk_usage("%s", error->message);
	}
	mime_init();
	return command->run(options);
}

static enum exit_status run_command(const struct command *command, const char *const *argv)
{
	struct options options;
	enum exit_status status = EXIT_USAGE;

	if (!options_read(&options, command, argv)) {
		talk("try lkpdigest %s --help", command->name);
	} else if (options.help) {
		status = print_help(command->name);
	} else {
		status = run_with_rules(command, &options);
	}
	options_clear(&options);
	return status;
}

static enum exit_status dispatch(const char *const *argv)
{
	const char *name = argv[0];

	if (!name)
		return talk_usage("a command is missing; see lkpdigest --help");
	if (!strcmp(name, "--version")) {
		output_print("lkpdigest " LKPDIGEST_VERSION "\n");
		return EXIT_DONE;
	}
	if (!strcmp(name, "--help") || !strcmp(name, "-h"))
		return print_overview();
	if (!strcmp(name, "help") && argv[1] && argv[2])
		return talk_usage("help: one operand is enough, '%s' is too much", argv[2]);
	if (!strcmp(name, "help"))
		return print_help(argv[1]);

	const struct command *command = command_find(name);
	if (command)
		return run_command(command, argv + 1);
	if (name[0] == '-')
		return talk_usage(
			"%s: options stand behind the command; see lkpdigest --help", name);
	return talk_usage("there is no command '%s'; see lkpdigest --help", name);
}

enum exit_status command_main(const char *const *argv)
{
	output_guard();
	enum exit_status status = dispatch(argv);
	return output_end() ? status : EXIT_SYSTEM;
}
