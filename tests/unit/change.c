/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which commands of a job are known, and that what becomes of them is of our own words. */
#include "reproduce/change.h"

#include <string.h>

#define ROUNDS 5000

/* The values joined by '|', '-' where none stands; "none": no form is like it. */
static char *match_of(const char *command)
{
	g_autofree struct command_match *match = g_new0(struct command_match, 1);
	g_autoptr(GString) out = g_string_new(NULL);

	if (!command_match(slice_of(command), match))
		return g_strdup("none");
	g_string_append(out, change_class_name(match->form->class));
	for (guint i = 0; i < 4; i++)
		g_string_append_printf(out, "|%s", match->value[i] ? match->value[i] : "-");
	for (guint i = 0; match->rest[i]; i++)
		g_string_append_printf(out, "+%s", match->rest[i]);
	return g_strdup(out->str);
}

static void test_forms(void)
{
	static const char *const cases[][2] = {
		{"echo 1 > /proc/x", "settings|1|/proc/x|-|-"},
		{"sysctl -q -w vm.x=1", "settings|vm.x=1|-|-|-"},
		{"sysctl -w -q vm.x=1", "settings|vm.x=1|-|-|-"},
		{"\"modprobe\" \"brd\" \"rd_nr=4\" 'rd_size=1'",
			"modules|brd|-|-|-+rd_nr=4+rd_size=1"},
		{"modprobe -r brd", "modules|brd|-|-|-"},
		{"modprobe -f brd", "none"},
		{"modprobe", "none"},
		{"mkfs -t xfs -f /dev/a", "mounts|xfs|/dev/a|-|-"},
		{"mkfs -t ext4 -F -q /dev/a", "mounts|ext4|/dev/a|-|-"},
		{"mkfs.ext4 -q /dev/a", "mounts|ext4|/dev/a|-|-"},
		{"mkfs. /dev/a", "none"},
		{"mkfs -t xfs -f -f /dev/a", "none"},
		{"mkfs -t xfs /dev/a /dev/b", "none"},
		{"mkfs -t -f /dev/a", "none"},
		{"mount -t xfs /dev/a /fs", "mounts|xfs|-|-|/dev/a"},
		{"mount -t xfs -o a,b -o dax /dev/a /fs", "mounts|xfs|a,b|dax|/dev/a"},
		{"mount -t xfs -o", "none"},
		{"mount --bind /a /b", "none"},
		{"umount -l /fs", "none"},
		{"swapoff -a", "swap|-|-|-|-"},
		{"swapon /dev/a", "swap|/dev/a|-|-|-"},
		{"dd if=/dev/zero of=/dev/a", "none"},
		{"mkfs -t xfs /dev/a; id", "none"},
		{"", "none"},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *said = match_of(cases[i][0]);

		g_test_message("%s", cases[i][0]);
		g_assert_cmpstr(said, ==, cases[i][1]);
	}
}

static gboolean is_own(const char *word)
{
	return !strpbrk(word, " \t\n'\"`$;&|<>()\\*?[]{}~!#") && !strstr(word, "..");
}

/* Whatever stands in a command, words of ours come of it, or nothing. */
static void test_any_command(void)
{
	static const char *const pieces[] = {"modprobe", "mkfs", "mount", " ", " ", " ", "-t",
		"xfs", "tmpfs", "-o", "dax", "size=1G", "/dev/sda", "brd", "rd_nr=", "7", "-r", ";",
		"'", "\"", "$(id)", "`", "\n", "\\", "..", ",", "\xff", "-a", "."};
	struct machine *machine = machine_read("/nonexistent");
	guint known = 0;

	for (guint round = 0; round < ROUNDS; round++) {
		g_autofree struct command_match *match = g_new0(struct command_match, 1);
		g_autoptr(GString) command =
			g_string_new(round % 2 ? "modprobe brd rd_nr=" : "mount -t xfs -o dax,");
		struct machine_change change = {.kind = CHANGE_NONE};
		const char *why = NULL;

		for (gint i = g_test_rand_int_range(1, 6); i > 0; i--)
			g_string_append(
				command, pieces[g_test_rand_int_range(0, G_N_ELEMENTS(pieces))]);
		if (!command_match(slice_of(command->str), match))
			continue;
		if (match->form->act == ACT_LOAD)
			change_read_module(match, &change, &why);
		if (match->form->act == ACT_MOUNT && change_fs_type(match->value[0]) &&
			(change.more = change_mount_options(match->value[1]))) {
			change.kind = CHANGE_MOUNT;
			change.what = g_strdup(change_fs_type(match->value[0]));
		}
		if (change.kind) {
			g_auto(GStrv) words = change_words(machine, &change);

			for (char **word = words; *word; word++)
				g_assert_true(is_own(*word));
			known++;
		}
		change_clear(&change);
	}
	g_assert_cmpuint(known, >, 10);
	machine_free(machine);
}

/* Each form has its line in the manual. */
static void test_manual(void)
{
	g_autofree char *path =
		g_test_build_filename(G_TEST_DIST, "..", "..", "doc", "lkpdigest.1", NULL);
	g_autofree char *text = NULL;

	if (!g_file_get_contents(path, &text, NULL, NULL))
		g_assert_true(g_file_get_contents("doc/lkpdigest.1", &text, NULL, NULL));
	for (guint i = 0; command_form_at(i); i++) {
		g_autofree char *line = g_strdup_printf("\n.Li %s\n", command_form_at(i)->pattern);

		g_test_message("%s", line);
		g_assert_nonnull(strstr(text, line));
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/change/forms", test_forms);
	g_test_add_func("/change/any-command", test_any_command);
	g_test_add_func("/change/manual", test_manual);
	return g_test_run();
}
