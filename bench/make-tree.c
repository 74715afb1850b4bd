/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A history like the kernel's as a stream for `git fast-import`: make-tree COMMITS.
 *
 * 70,000 commits a year; one in twelve is a merge of a branch of some commits; a candidate of a
 * release each 2,000 commits, a release behind seven of them; messages of some 900 bytes, one in
 * five with "Fixes:".  The same number gives the same ids.
 */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>

#define BEGINNING 1262304000 /* 2010 */
#define STEP 450             /* seconds between commits */
#define FOLDERS 400
#define FILES 20 /* of a folder */

static void print_data(const char *text)
{
	printf("data %zu\n%s\n", strlen(text), text);
}

static void print_file(guint folder, guint file, guint number)
{
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i < 40; i++)
		g_string_append_printf(text, "\tline %u of the file %u;\n",
			i == 20 ? 1000 + number : i, folder * FILES + file);
	printf("M 100644 inline drivers/%03u/%02u.c\n", folder, file);
	print_data(text->str);
}

static char *message_of(guint number)
{
	GString *text = g_string_new(NULL);

	g_string_printf(text, "drivers/%03u: change the line of number %u in a file\n\n",
		number * 7 % FOLDERS, number);
	for (guint i = 0; i < 12; i++)
		g_string_append_printf(
			text, "It was %u before, and that is not what it should be.\n", number + i);
	if (number % 5 == 0 && number > 100)
		g_string_append_printf(text, "\nFixes: %012x (\"drivers: something else\")\n",
			number * 2654435761u);
	g_string_append(text, "Link: https://lore.kernel.org/r/20240101.1@example.org\n"
			      "Signed-off-by: Patch Author <author@example.org>\n");
	return g_string_free(text, FALSE);
}

/* Marks are numbers from 1; a merge's second parent is the tip of a branch. */
static void print_commit(guint number, guint parent, guint second)
{
	g_autofree char *message = message_of(number);
	guint64 date = BEGINNING + (guint64)number * STEP;

	printf("commit refs/heads/%s\nmark :%u\n"
	       "author Patch Author <author@example.org> %" G_GUINT64_FORMAT " +0000\n"
	       "committer Subsystem Maintainer <maintainer@example.org> %" G_GUINT64_FORMAT
	       " +0000\n",
		"master", number, date, date);
	print_data(message);
	if (parent)
		printf("from :%u\n", parent);
	if (second)
		printf("merge :%u\n", second);
	else
		print_file(number * 7 % FOLDERS, number * 13 % FILES, number);
	printf("\n");
}

static void print_tag(guint number, guint release, guint candidate)
{
	if (candidate < 8)
		printf("reset refs/tags/v%u.%u-rc%u\nfrom :%u\n\n", 3 + release / 20, release % 20,
			candidate, number);
	else
		printf("reset refs/tags/v%u.%u\nfrom :%u\n\n", 3 + release / 20, release % 20,
			number);
}

int main(int argc, char **argv)
{
	guint n = argc > 1 ? (guint)strtoul(argv[1], NULL, 10) : 200000, main_tip = 0, tagged = 0;

	for (guint i = 1; i <= n;) {
		guint branch_tip = main_tip;

		/* A branch of eleven from the main tip, then its merge. */
		for (guint k = 0; k < 11 && i <= n; k++, i++) {
			print_commit(i, branch_tip, 0);
			branch_tip = i;
		}
		if (main_tip && i <= n)
			print_commit(i, main_tip, branch_tip), main_tip = i++;
		else
			main_tip = branch_tip;
		if (main_tip / 2000 > tagged) {
			tagged = main_tip / 2000;
			print_tag(main_tip, (tagged - 1) / 8, (tagged - 1) % 8 + 1);
		}
	}
	return 0;
}
