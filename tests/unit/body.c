/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The index of a body's lines. */
#include "parse/body.h"
#include "parse/table.h"
#include "tests/unit/mail-text.h"

typedef struct {
	struct mail *mail;
	GArray *lines;
} indexed;

static void indexed_clear(indexed *i)
{
	g_array_unref(i->lines);
	mail_free(i->mail);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(indexed, indexed_clear)

static indexed index_of(const char *const *parts)
{
	indexed i = {.mail = mail_from_robot(NULL)};

	for (; *parts; parts++)
		mail_add_text(i.mail, NULL, *parts, strlen(*parts));
	i.lines = body_lines(i.mail, NULL);
	return i;
}

/* "part.number/depth:FIRST LAST" of a line; '_' where there is none. */
static char *shown(const struct body_line *line)
{
	return g_strdup_printf("%u.%u/%u:%c%c", line->part, line->number, line->depth,
		line->first ? line->first : '_', line->last ? line->last : '_');
}

static void ends(void)
{
	static const char *const parts[] = {"one\n\n \t\r\n> > two \r\n>\nlast", "", "\n x", NULL};
	static const char *const wanted[] = {"1.1/0:oe", "1.2/0:__", "1.3/0:__", "1.4/2:to",
		"1.5/1:__", "1.6/0:lt", "3.1/0:__", "3.2/0:xx"};
	g_auto(indexed) i = index_of(parts);

	g_assert_cmpuint(i.lines->len, ==, G_N_ELEMENTS(wanted));
	for (guint k = 0; k < i.lines->len; k++) {
		const struct body_line *line = BODY_LINE(i.lines, k);
		g_autofree char *got = shown(line);

		g_assert_cmpstr(got, ==, wanted[k]);
		g_assert_cmpuint(body_index(i.lines, line->part, line->number), ==, k);
		g_assert_cmpint(body_first(i.lines, k), ==, line->depth ? '\0' : line->first);
	}
	g_assert_cmpint(body_first(i.lines, i.lines->len), ==, '\0');
	g_assert_cmpuint(body_index(i.lines, 1, 7), ==, BODY_NO_LINE);
	g_assert_cmpuint(body_index(i.lines, 2, 1), ==, BODY_NO_LINE);
	g_assert_cmpuint(body_index(i.lines, 4, 1), ==, BODY_NO_LINE);
}

/* A blank line is told by the byte 0, so a NUL at an end is told as another one. */
static void nul(void)
{
	struct mail *mail = mail_from_robot(NULL);

	mail_add_text(mail, NULL, "\0\n", 2);

	g_autoptr(GArray) lines = body_lines(mail, NULL);

	g_assert_cmpuint(lines->len, ==, 1);
	g_assert_true(BODY_LINE(lines, 0)->first && BODY_LINE(lines, 0)->last);
	mail_free(mail);
}

#define TABLE                                                                                      \
	"---------------- ---------------------------\n"                                           \
	"         %stddev     %change         %stddev\n"                                           \
	"             \\          |                \\\n"                                           \
	"     14321            +9.0%      15611        unixbench.score\n"                          \
	"      1.23 ±  3%      -4.1%       1.18        time.user_time\n"

static void rows(void)
{
	static const char *const parts[] = {
		"Hi\n\n" TABLE "\nBye\n", "> said\n> " TABLE, TABLE, NULL};
	g_auto(indexed) i = index_of(parts);
	struct records *records = records_new(i.mail);
	guint marked = 0;

	for (guint k = 0; k < i.mail->parts->len; k++)
		tables_read(records, g_ptr_array_index(i.mail->parts, k), FALSE, NULL);
	body_mark_rows(i.lines, records);
	for (guint k = 0; k < i.lines->len; k++) {
		const struct body_line *line = BODY_LINE(i.lines, k);

		g_assert_cmpint(line->is_row != 0, ==,
			slice_find(line->text, "unixbench.score") != NULL ||
				slice_find(line->text, "time.user_time") != NULL);
		marked += line->is_row;
	}
	g_assert_cmpuint(marked, ==, records->rows->len);
	g_assert_cmpuint(marked, ==, 6);
	records_free(records);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/body/ends", ends);
	g_test_add_func("/body/nul", nul);
	g_test_add_func("/body/rows", rows);
	return g_test_run();
}
