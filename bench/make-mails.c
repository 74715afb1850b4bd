/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An archive of generated mails: the same for the same arguments.
 *
 *   make-mails [--mbox|--git|--maildir DIR] [--megabytes N|--mails N] [--robot PERCENT]
 *              [--seed N]
 *
 * --mbox (the default): a mailbox on standard output.  --git: a stream for `git
 * fast-import`, which makes a public-inbox archive (v2) of it.  --maildir: files below DIR.
 * The mails are the same in each form.  --robot: the share of the bytes that are reports of
 * the test robot (default 2; of two real list archives it was 21).  Megabytes are 10^6
 * bytes (default 64).
 */
#include "bench/mails.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
	gboolean git;
	char *maildir;
	int megabytes, mails, seed;
	double robot;
} options = {.megabytes = 64, .seed = 1, .robot = 2};

static void die(const char *what)
{
	g_printerr("make-mails: %s\n", what);
	exit(1);
}

static void print_mbox(const struct made_mail *mail)
{
	fputs("From mboxrd@z Thu Jan  1 00:00:00 1970\n", stdout);
	fwrite(mail->text->str, 1, mail->text->len, stdout);
}

/* A commit of v2: author and subject are the mail's, the tree is the file "m". */
static void print_commit(const struct made_mail *mail)
{
	printf("commit refs/heads/master\n"
	       "author %s <%s> %" G_GINT64_FORMAT " +0000\n"
	       "committer %s <%s> %" G_GINT64_FORMAT " +0000\n"
	       "data %zu\n%s\n"
	       "M 100644 inline m\ndata %zu\n",
		mail->name, mail->address, mail->date, mail->name, mail->address, mail->date,
		strlen(mail->subject), mail->subject, mail->text->len);
	fwrite(mail->text->str, 1, mail->text->len, stdout);
	putchar('\n');
}

static void write_file(const struct made_mail *mail, guint64 number)
{
	g_autofree char *path =
		g_strdup_printf("%s/cur/%" G_GINT64_FORMAT ".%" G_GUINT64_FORMAT ".example:2,S",
			options.maildir, mail->date, number);

	if (!g_file_set_contents_full(path, mail->text->str, (gssize)mail->text->len,
		    G_FILE_SET_CONTENTS_NONE, 0644, NULL))
		die("a file cannot be written");
}

static void make_maildir(void)
{
	static const char *const folders[] = {"cur", "new", "tmp"};

	for (guint i = 0; i < G_N_ELEMENTS(folders); i++) {
		g_autofree char *path = g_build_filename(options.maildir, folders[i], NULL);

		if (g_mkdir_with_parents(path, 0755))
			die("the maildir cannot be made");
	}
}

static void make_all(void)
{
	struct mails *mails = mails_new((guint32)options.seed, options.robot / 100);
	guint64 bytes = 0, most = (guint64)options.megabytes * 1000000;

	for (guint64 n = 0; options.mails ? n < (guint64)options.mails : bytes < most; n++) {
		const struct made_mail *mail = mails_next(mails);

		bytes += mail->text->len;
		if (options.maildir)
			write_file(mail, n);
		else if (options.git)
			print_commit(mail);
		else
			print_mbox(mail);
	}
	mails_free(mails);
}

int main(int argc, char **argv)
{
	const GOptionEntry entries[] = {{"mbox", 0, G_OPTION_FLAG_REVERSE, G_OPTION_ARG_NONE,
						&options.git, "a mailbox", NULL},
		{"git", 0, 0, G_OPTION_ARG_NONE, &options.git, "a stream for git fast-import",
			NULL},
		{"maildir", 0, 0, G_OPTION_ARG_FILENAME, &options.maildir, "files", "DIR"},
		{"megabytes", 0, 0, G_OPTION_ARG_INT, &options.megabytes, "how much", "N"},
		{"mails", 0, 0, G_OPTION_ARG_INT, &options.mails, "how many", "N"},
		{"robot", 0, 0, G_OPTION_ARG_DOUBLE, &options.robot, "reports' share", "PERCENT"},
		{"seed", 0, 0, G_OPTION_ARG_INT, &options.seed, "of the mails' chance", "N"},
		G_OPTION_ENTRY_NULL};
	GOptionContext *context = g_option_context_new(NULL);
	g_autoptr(GError) error = NULL;

	g_option_context_add_main_entries(context, entries, NULL);
	if (!g_option_context_parse(context, &argc, &argv, &error))
		die(error->message);
	if (argc > 1)
		die("no arguments are taken beside options");
	if (options.maildir)
		make_maildir();
	make_all();
	g_option_context_free(context);
	if (fflush(stdout) || ferror(stdout))
		die("the output cannot be written");
	return 0;
}
