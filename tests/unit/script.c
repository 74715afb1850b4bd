/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reproduce scripts: where their commands end, and what each does. */
#include "parse/script.h"
#include "parse/shell.h"
#include "tests/unit/mail-text.h"

static parsed parsed_script(const char *text)
{
	struct mail *mail = mail_from_robot("x");

	mail_add_text(mail, "reproduce", text, strlen(text));
	return parsed_of(mail);
}

/* "line kind text" of each command, a line each. */
static char *commands_text(const parsed *p)
{
	GString *out = g_string_new(NULL);

	for (guint i = 0; i < p->records->commands->len; i++) {
		const struct script_command *c =
			RECORD(p->records->commands, struct script_command, i);

		g_string_append_printf(out, "%u %s %.*s\n", c->line, command_kind_name(c->kind),
			SLICE_ARG(c->text));
	}
	return g_string_free(out, FALSE);
}

static void assert_commands(const char *script, const char *expected)
{
	g_auto(parsed) p = parsed_script(script);
	g_autofree char *got = commands_text(&p);

	g_assert_cmpstr(got, ==, expected);
	g_assert_cmpuint(parsed_diags(&p, DIAG_SCRIPT_UNREADABLE), ==, 0);
}

static void kinds(void)
{
	assert_commands("#!/bin/sh\n\n"
			" \"modprobe\" \"-r\" \"brd\"\n"
			"rmmod brd # away\n"
			"/sbin/mkfs.xfs /dev/md0\n"
			"mount -t xfs /dev/md0 /fs/md0\n"
			"umount /fs/md0\n"
			"dmsetup remove_all\n"
			"echo 3 > /proc/sys/vm/drop_caches\n"
			"echo never >/sys/kernel/mm/transparent_hugepage/enabled\n"
			"sysctl -w kernel.numa_balancing=0\n"
			"OMP_NUM_THREADS=4\n"
			"OMP_NUM_THREADS=4 ./lulesh -s 64\n"
			"sudo \"stress-ng\" \"--timeout\" \"60\"\n"
			"netserver -4 -D &\n"
			"mkdir -p /fs/md0\n"
			"echo done > result 2>&1\n"
			"wait\n",
		"3 module \"modprobe\" \"-r\" \"brd\"\n"
		"4 module rmmod brd # away\n"
		"5 mount /sbin/mkfs.xfs /dev/md0\n"
		"6 mount mount -t xfs /dev/md0 /fs/md0\n"
		"7 mount umount /fs/md0\n"
		"8 mount dmsetup remove_all\n"
		"9 setting echo 3 > /proc/sys/vm/drop_caches\n"
		"10 setting echo never >/sys/kernel/mm/transparent_hugepage/enabled\n"
		"11 setting sysctl -w kernel.numa_balancing=0\n"
		"12 setting OMP_NUM_THREADS=4\n"
		"13 benchmark OMP_NUM_THREADS=4 ./lulesh -s 64\n"
		"14 benchmark sudo \"stress-ng\" \"--timeout\" \"60\"\n"
		"15 background netserver -4 -D &\n"
		"16 other mkdir -p /fs/md0\n"
		"17 other echo done > result 2>&1\n"
		"18 other wait\n");
}

static void stamps_are_taken_off(void)
{
	g_auto(parsed) p = parsed_script(
		"2016-06-04 11:23:32 echo performance > /sys/devices/system/cpu/cpu0/x\n"
		"2016-06-04 11:23:33 for i in 1 2\ndo ./run $i\ndone\n"
		"2016-06-0 11:23:33 ./odd\n");
	const struct script_command *first = RECORD(p.records->commands, struct script_command, 0);
	g_autofree char *got = commands_text(&p);

	g_assert_cmpstr(got, ==,
		"1 setting echo performance > /sys/devices/system/cpu/cpu0/x\n"
		"2 other for i in 1 2\ndo ./run $i\ndone\n"
		"5 benchmark 2016-06-0 11:23:33 ./odd\n");
	assert_slice(first->time, "2016-06-04 11:23:32");
	assert_slice(first[2].time, NULL);
}

static void many_lines(void)
{
	assert_commands(
		"for dir in /sys/devices/system/cpu/cpu[0-9]*\n"
		"do\n"
		"\t[ -f \"$dir\"/online ] && [ \"$(cat \"$dir\"/online)\" -eq 0 ] && continue\n"
		"\t# a comment with an apostrophe's mark\n"
		"\techo \"performance\" > \"$dir\"/cpufreq/scaling_governor\n"
		"done\n"
		"echo '\n[global]\nbs=4k ; it # (\n' | fio --output-format=json -\n"
		"cat > workfile <<EOF\nFILESIZE: 1M ' (\nEOF\n"
		"(\n\techo 1\n) | ./multitask -t &\n"
		"./configure \\\n  --prefix=/usr |\n  tee log\n"
		"if [ -d x ]; then\n  ./x\nfi\n",
		"1 setting for dir in /sys/devices/system/cpu/cpu[0-9]*\n"
		"do\n"
		"\t[ -f \"$dir\"/online ] && [ \"$(cat \"$dir\"/online)\" -eq 0 ] && continue\n"
		"\t# a comment with an apostrophe's mark\n"
		"\techo \"performance\" > \"$dir\"/cpufreq/scaling_governor\n"
		"done\n"
		"7 benchmark echo '\n[global]\nbs=4k ; it # (\n' | fio --output-format=json -\n"
		"11 other cat > workfile <<EOF\nFILESIZE: 1M ' (\nEOF\n"
		"14 background (\n\techo 1\n) | ./multitask -t &\n"
		"17 other ./configure \\\n  --prefix=/usr |\n  tee log\n"
		"20 other if [ -d x ]; then\n  ./x\nfi\n");
}

static void what_is_cut_or_too_large(void)
{
	static const char *const cut[] = {"./a\necho 'b\n./c\n", "./a\nfor x in 1 2\ndo ./c\n",
		"./a\ncat <<EOF\n./b\n", "./a\n(\n", "./a\n./b \\\n", "./a\n./b |\n"};

	for (guint i = 0; i < G_N_ELEMENTS(cut); i++) {
		g_auto(parsed) p = parsed_script(cut[i]);
		g_autofree char *got = commands_text(&p);

		g_assert_cmpstr(got, ==, "1 benchmark ./a\n");
		g_assert_cmpuint(parsed_diags(&p, DIAG_SCRIPT_UNREADABLE), ==, 1);
	}

	g_autoptr(GString) many = g_string_new(NULL);
	for (guint i = 0; i <= SCRIPT_COMMANDS_MAX; i++)
		g_string_append(many, "./a\n");
	g_auto(parsed) p = parsed_script(many->str);
	g_assert_cmpuint(p.records->commands->len, ==, SCRIPT_COMMANDS_MAX);
	g_assert_cmpuint(parsed_diags(&p, DIAG_SCRIPT_UNREADABLE), ==, 1);

	g_autofree char *word = g_strnfill(SCRIPT_COMMAND_BYTES_MAX + 1, 'a');
	g_auto(parsed) q = parsed_script(word);
	g_assert_cmpuint(q.records->commands->len, ==, 0);
	g_assert_cmpuint(parsed_diags(&q, DIAG_SCRIPT_UNREADABLE), ==, 1);
}

/* Any text: commands follow each other, and every line that is no comment is in one. */
static void covers_any_text(void)
{
	static const char letters[] = "ab \t\n\n'\"\\#|&;()<>{}EOF$1\n";

	for (guint round = 0; round < 5000; round++) {
		char text[60];
		guint n = (guint)g_test_rand_int_range(0, sizeof text), line = 0;
		struct shell_command command;
		const char *end = text;

		for (guint i = 0; i < n; i++)
			text[i] = letters[g_test_rand_int_range(0, sizeof letters - 1)];
		struct slice rest = {text, n};
		while (shell_next(&rest, &line, &command)) {
			g_assert_true(command.text.at >= end && command.text.len > 0);
			for (const char *at = end; at < command.text.at; at++)
				g_assert_true(*at != '\'' || memchr(end, '#', (gsize)(at - end)));
			end = command.text.at + command.text.len;
			g_assert_true(end <= text + n);
			g_assert_true(!command.last_stage.len || command.last_stage.at < end);
		}
		g_assert_cmpuint(line, <=, n);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/script/kinds", kinds);
	g_test_add_func("/script/stamps-are-taken-off", stamps_are_taken_off);
	g_test_add_func("/script/many-lines", many_lines);
	g_test_add_func("/script/what-is-cut-or-too-large", what_is_cut_or_too_large);
	g_test_add_func("/script/covers-any-text", covers_any_text);
	return g_test_run();
}
