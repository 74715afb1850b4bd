/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bytes as one text part of a mail through parse_mail().  The first line is the
 * subject, so that subject and body can disagree; the rest is the body, once as the
 * robot's and once as a person's.
 */
#include "parse/diff.h"
#include "parse/parse.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void drop(const struct diag *d, void *data)
{
	(void)data;
	g_assert_nonnull(d->detail);
}

static gboolean lies_in(struct slice s, struct slice text)
{
	return slice_is_null(s) || (s.at >= text.at && s.at + s.len <= text.at + text.len);
}

static void check_touched(const struct records *records, struct slice body)
{
	g_assert_cmpuint(records->touched->len, <=, DIFF_FILES_MAX);
	for (guint i = 0; i < records->touched->len; i++) {
		const struct touched *file = RECORD(records->touched, struct touched, i);

		g_assert_true(file->old_path.len || file->new_path.len);
		g_assert_true(lies_in(file->old_path, body) && lies_in(file->new_path, body));
		g_assert_cmpuint(file->added + file->removed, <=, body.len);
	}
}

static void parse_as(const char *name, struct slice subject, struct slice body)
{
	struct origin origin = {"fuzz", 0, NULL, 0, 0};
	struct mail *mail = mail_new(&origin);
	struct mail_part *part = mail_add_part(mail);
	struct diag_sink sink = {drop, NULL};

	mail->message_id = g_strdup("1@example.org");
	mail->from_name = g_strdup(name);
	mail->from_address = g_strdup("lkp@lists.01.org");
	mail->subject = slice_dup(subject);
	part->type = g_strdup("text/plain");
	part->is_text = TRUE;
	part->bytes = body;

	struct records *records = parse_mail(mail, &sink);
	g_assert_cmpuint(records->rows_seen, ==,
		records->rows->len + records->citations->len + records->rows_dropped);
	check_touched(records, body);
	records_free(records);
	mail_free(mail);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice body = {(const char *)data, size}, subject = SLICE_NULL;

	slice_next_line(&body, &subject);
	parse_as("kernel test robot", subject, body);
	parse_as("Subsystem Maintainer", subject, body);
	parse_may_matter(body);
	return 0;
}
