/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How fast text that is all tables is read, by processor time of one thread:
 *
 *   table [MEGABYTES]     (default 256)
 *
 * Texts of about a megabyte, of two to four columns, go through tables_read() alone, and
 * as mails through parse_mail(), which also looks for plots, events and so on.  Prints
 * MB/s (10^6 bytes), rows a second, and ns a row of each.
 */
#include "parse/parse.h"
#include "parse/table.h"
#include "tests/lkp-table.h"

#include <stdio.h>
#include <time.h>

#define MAIL_BYTES 1000000
#define TABLE_ROWS 300
#define MAILS 8 /* different ones, read in turn */

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static GString *make_text(GRand *rand)
{
	GString *text = g_string_new(NULL);

	while (text->len < MAIL_BYTES) {
		struct lkp_table *table =
			lkp_table_new(rand, (guint)g_rand_int_range(rand, 2, 5), 4, TABLE_ROWS);

		lkp_table_print(table, text);
		g_string_append_c(text, '\n');
		lkp_table_free(table);
	}
	return text;
}

static struct records *read_tables(const struct mail *mail)
{
	struct records *records = records_new(mail);

	tables_read(records, g_ptr_array_index(mail->parts, 0), FALSE, NULL);
	return records;
}

static struct records *read_mail(const struct mail *mail)
{
	return parse_mail(mail, NULL);
}

static struct mail *make_mail(const GString *text)
{
	struct origin origin = {"bench", -1, NULL, 0, 0};
	struct mail *mail = mail_new(&origin);
	struct mail_part *part = mail_add_part(mail);

	mail->message_id = g_strdup("bench@example.org");
	part->type = g_strdup("text/plain");
	part->is_text = TRUE;
	part->bytes = (struct slice){text->str, text->len};
	return mail;
}

static void measure(const char *name, struct records *(*read)(const struct mail *mail),
	GString **texts, guint64 megabytes)
{
	guint64 bytes = 0, rows = 0;
	double start = seconds(), used;

	for (guint i = 0; bytes < megabytes * 1000000; i = (i + 1) % MAILS) {
		struct mail *mail = make_mail(texts[i]);
		struct records *records = read(mail);

		g_assert(records->rows_dropped == 0);
		rows += records->rows->len;
		bytes += texts[i]->len;
		records_free(records);
		mail_free(mail);
	}
	used = seconds() - start;
	printf("%-12s %4.0f MB/s, %.2f million rows/s, %.0f ns a row\n", name,
		(double)bytes / 1e6 / used, (double)rows / 1e6 / used, used * 1e9 / (double)rows);
}

int main(int argc, char **argv)
{
	guint64 megabytes = argc > 1 ? g_ascii_strtoull(argv[1], NULL, 10) : 256;
	GRand *rand = g_rand_new_with_seed(1);
	GString *texts[MAILS];

	for (guint i = 0; i < MAILS; i++)
		texts[i] = make_text(rand);
	measure("tables_read", read_tables, texts, megabytes);
	measure("parse_mail", read_mail, texts, megabytes);
	for (guint i = 0; i < MAILS; i++)
		g_string_free(texts[i], TRUE);
	g_rand_free(rand);
	return 0;
}
