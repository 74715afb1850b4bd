/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of reproduce scripts on any bytes: commands lie in it, in order. */
#include "parse/script.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct origin origin = {"fuzz", -1, NULL, 0, 0};
	struct slice text = {(const char *)data, size};
	struct mail *mail = mail_new(&origin);
	struct records *records = records_new(mail);
	const char *end = text.at;

	script_read(records, 1, text, NULL);
	g_assert_cmpuint(records->commands->len, <=, SCRIPT_COMMANDS_MAX);
	for (guint i = 0; i < records->commands->len; i++) {
		const struct script_command *c =
			RECORD(records->commands, struct script_command, i);

		g_assert_true(c->text.len > 0 && c->text.len <= SCRIPT_COMMAND_BYTES_MAX);
		g_assert_true(c->text.at >= end && c->text.at + c->text.len <= text.at + size);
		end = c->text.at + c->text.len;
	}
	records_free(records);
	mail_free(mail);
	return 0;
}
