/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One value of a header field, any bytes, read as each field that we look at: text is UTF-8,
 * an id has neither white space nor brackets.
 */
#include "ingest/date.h"
#include "ingest/header.h"
#include "ingest/mime.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void check_text(char *text)
{
	g_assert_true(!text || g_utf8_validate(text, -1, NULL));
	g_free(text);
}

static void check_id(const char *id)
{
	g_assert_true(g_utf8_validate(id, -1, NULL));
	g_assert_true(*id && !strpbrk(id, " \t\r\n<>"));
}

static void check_ids(const char *raw)
{
	g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
	g_autofree char *id = header_id(raw);

	if (id)
		check_id(id);
	header_ids(raw, ids);
	g_assert_true(id || !ids->len);
	for (guint i = 0; i < ids->len; i++)
		check_id(g_ptr_array_index(ids, i));
}

static void check_author(const char *raw)
{
	struct origin origin = {"fuzz", -1, NULL, 0, 0};
	struct mail *mail = mail_new(&origin);

	header_author(raw, mail);
	g_assert_true(!mail->from_name || g_utf8_validate(mail->from_name, -1, NULL));
	g_assert_true(!mail->from_address || g_utf8_validate(mail->from_address, -1, NULL));
	mail_free(mail);
}

static void check_date(const char *raw)
{
	enum date_oddity oddity = DATE_SOUND;
	gint64 date = date_read(raw, &oddity);

	g_assert_true(date != DATE_UNKNOWN || oddity != DATE_SOUND);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	g_autofree char *raw = g_strndup((const char *)data, size);

	mime_init();
	check_text(header_text(raw));
	check_text(header_list_id(raw));
	check_ids(raw);
	check_author(raw);
	check_date(raw);
	return 0;
}
