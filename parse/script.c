/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/script.h"

#include "parse/scan.h"
#include "parse/shell.h"

#define WORD_BYTES 64
#define STAMP_LENGTH (sizeof("2016-06-04 11:23:32") - 1)

/* ---- time stamps -------------------------------------------------------------------- */

/* "2016-06-04 11:23:32 " before a command, as the logging of 2014 to 2018 has it. */
static struct slice take_stamp(struct slice *rest)
{
	static const char form[] = "dddd-dd-dd dd:dd:dd ";
	struct slice stamp = {rest->at, STAMP_LENGTH};

	if (rest->len < sizeof(form) - 1)
		return SLICE_NULL;
	for (gsize i = 0; form[i]; i++)
		if (form[i] == 'd' ? !g_ascii_isdigit(rest->at[i]) : rest->at[i] != form[i])
			return SLICE_NULL;
	*rest = slice_skip(*rest, STAMP_LENGTH);
	scan_blanks(rest);
	return stamp;
}

/* ---- kinds ---------------------------------------------------------------------------- */

static const struct {
	const char *program; /* a '*' at its end stands for any end */
	enum command_kind kind;
} programs[] = {
	{"modprobe", COMMAND_MODULE},
	{"insmod", COMMAND_MODULE},
	{"rmmod", COMMAND_MODULE},
	{"mount*", COMMAND_MOUNT},
	{"umount*", COMMAND_MOUNT},
	{"mkfs*", COMMAND_MOUNT},
	{"mkswap", COMMAND_MOUNT},
	{"swapon", COMMAND_MOUNT},
	{"swapoff", COMMAND_MOUNT},
	{"wipefs", COMMAND_MOUNT},
	{"mdadm", COMMAND_MOUNT},
	{"dmsetup", COMMAND_MOUNT},
	{"losetup", COMMAND_MOUNT},
	{"pvcreate", COMMAND_MOUNT},
	{"vgcreate", COMMAND_MOUNT},
	{"lvcreate", COMMAND_MOUNT},
	{"sysctl", COMMAND_SETTING},
	{"cpupower", COMMAND_SETTING},
	{"ulimit", COMMAND_SETTING},
	{"export", COMMAND_SETTING},
	{"ethtool", COMMAND_SETTING},
	{"echo", COMMAND_OTHER},
	{"printf", COMMAND_OTHER},
	{"cat", COMMAND_OTHER},
	{"cd", COMMAND_OTHER},
	{"mkdir", COMMAND_OTHER},
	{"rm", COMMAND_OTHER},
	{"cp", COMMAND_OTHER},
	{"mv", COMMAND_OTHER},
	{"ln", COMMAND_OTHER},
	{"touch", COMMAND_OTHER},
	{"chmod", COMMAND_OTHER},
	{"chown", COMMAND_OTHER},
	{"useradd", COMMAND_OTHER},
	{"tee", COMMAND_OTHER},
	{"grep", COMMAND_OTHER},
	{"sed", COMMAND_OTHER},
	{"awk", COMMAND_OTHER},
	{"sleep", COMMAND_OTHER},
	{"sync", COMMAND_OTHER},
	{"wait", COMMAND_OTHER},
	{"kill*", COMMAND_OTHER},
	{"git", COMMAND_OTHER},
	{"wget", COMMAND_OTHER},
	{"tar", COMMAND_OTHER},
	{"set", COMMAND_OTHER},
	{"exit", COMMAND_OTHER},
	{"true", COMMAND_OTHER},
	{"[*", COMMAND_OTHER},
	{"test", COMMAND_OTHER},
};

/* What is not in the list is what the script is about. */
static enum command_kind kind_of_program(const char *program)
{
	for (guint i = 0; i < G_N_ELEMENTS(programs); i++) {
		const char *name = programs[i].program;
		gsize len = strlen(name);
		gboolean prefix = name[len - 1] == '*';

		if (prefix ? !strncmp(program, name, len - 1) : !strcmp(program, name))
			return programs[i].kind;
	}
	return COMMAND_BENCHMARK;
}

static gboolean is_assignment(const char *word)
{
	gsize name = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"
				  "0123456789");

	return name && word[name] == '=';
}

/* Without its folder; empty when the command only assigns variables. */
static void read_program(struct slice command, char *program)
{
	char word[WORD_BYTES];

	do {
		shell_unquote(shell_word(&command), word, sizeof word);
	} while (is_assignment(word) || !strcmp(word, "sudo"));

	const char *slash = strrchr(word, '/');
	g_strlcpy(program, slash ? slash + 1 : word, WORD_BYTES);
}

/* Writes to a file of the kernel. */
static gboolean is_setting(struct slice command)
{
	static const char *const folders[] = {"/proc/", "/sys/"};
	const char *arrow;

	while ((arrow = slice_find(command, ">"))) {
		char target[WORD_BYTES];

		command = slice_skip(command, (gsize)(arrow + 1 - command.at));
		struct slice rest = command;
		shell_unquote(shell_word(&rest), target, sizeof target);
		for (guint i = 0; i < G_N_ELEMENTS(folders); i++)
			if (g_str_has_prefix(target, folders[i]))
				return TRUE;
	}
	return FALSE;
}

/* Loops are over the files of a setting; what others do is not guessed. */
static enum command_kind kind_of_compound(struct slice text)
{
	return slice_find(text, "/sys/") || slice_find(text, "/proc/") ? COMMAND_SETTING
								       : COMMAND_OTHER;
}

static enum command_kind kind_of(const struct shell_command *command)
{
	char program[WORD_BYTES];
	gboolean piped = command->last_stage.at != command->text.at;

	if (command->background)
		return COMMAND_BACKGROUND;
	if (command->compound && !piped)
		return kind_of_compound(command->text);
	read_program(command->last_stage, program);
	if (!*program)
		return COMMAND_SETTING;

	enum command_kind kind = kind_of_program(program);
	return kind == COMMAND_OTHER && is_setting(command->text) ? COMMAND_SETTING : kind;
}

/* ---- the script ------------------------------------------------------------------------- */

static void say(const struct records *records, guint part, guint line, const char *why,
	const struct diag_sink *sink)
{
	struct origin at = origin_at(&records->mail->origin, part, line);

	diag_emit(sink, DIAG_SCRIPT_UNREADABLE, &at, SLICE_NULL, "%s", why);
}

/* NULL, or why this command and the rest are left. */
static const char *add_command(
	struct records *records, guint part, struct slice stamp, const struct shell_command *read)
{
	struct script_command command = {
		.part = part,
		.line = read->line,
		.kind = kind_of(read),
		.time = stamp,
		.text = read->text,
	};

	if (read->text.len > SCRIPT_COMMAND_BYTES_MAX)
		return "a command is too long";
	if (!read->complete)
		return "the script ends within a command";
	g_array_append_val(records->commands, command);
	return NULL;
}

void script_read(
	struct records *records, guint part, struct slice text, const struct diag_sink *sink)
{
	guint line = 0, commands = 0;
	const char *why = text.len > SCRIPT_BYTES_MAX ? "it is larger than is allowed" : NULL;

	while (!why && shell_skip(&text, &line)) {
		struct slice stamp = take_stamp(&text);
		struct shell_command command;

		if (!shell_next(&text, &line, &command))
			break;
		why = commands++ == SCRIPT_COMMANDS_MAX
			      ? "it has too many commands"
			      : add_command(records, part, stamp, &command);
		if (why)
			line = command.line;
	}
	if (why)
		say(records, part, line, why, sink);
}
