/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How fast mails are read, by processor time of one thread:
 *
 *   parse [MAIL ...]
 *
 * Texts of about a megabyte that are all tables, of two to four columns, go through
 * tables_read() alone and through parse_mail(), as somebody's mail and as the robot's
 * report; the named messages through parse_mail(), their MIME undone beforehand.  Each
 * line of output: MB/s (10^6 bytes of decoded text), the time as a multiple of that of
 * counting the lines of the same text, and rows.
 */
#include "ingest/mime.h"
#include "parse/parse.h"
#include "parse/table.h"
#include "tests/lkp-table.h"

#include <stdio.h>
#include <time.h>

#define MAIL_BYTES 1000000
#define TABLE_ROWS 300
#define MAILS 8 /* of tables; different ones, read in turn */
#define MEASURED_BYTES 256000000

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- mails ---------------------------------------------------------------------- */

static const char robots_head[] =
	"Hello,\n\nkernel test robot noticed a -5.0% regression of unixbench.score on:\n\n\n"
	"commit: 0123456789abcdef0123456789abcdef01234567 (\"mm: do one thing\")\n"
	"https://git.example.org/linux.git master\n\n"
	"testcase: unixbench\ntest machine: 16 threads 1 sockets with 16G memory\n"
	"parameters:\n\n\truntime: 300s\n\tnr_task: 1\n\n\n"
	"Details are as below:\n\n";

static void add_tables(GString *text, GRand *rand)
{
	while (text->len < MAIL_BYTES) {
		struct lkp_table *table =
			lkp_table_new(rand, (guint)g_rand_int_range(rand, 2, 5), 4, TABLE_ROWS);

		lkp_table_print(table, text);
		g_string_append_c(text, '\n');
		lkp_table_free(table);
	}
}

static struct mail *make_mail(GRand *rand, const char *from_name, const char *head)
{
	struct origin origin = {"bench", -1, NULL, 0, 0};
	struct mail *mail = mail_new(&origin);
	struct mail_part *part = mail_add_part(mail);
	GString *text = g_string_new(head);

	add_tables(text, rand);
	mail->message_id = g_strdup("bench@example.org");
	mail->from_name = g_strdup(from_name);
	part->type = g_strdup("text/plain");
	part->is_text = TRUE;
	part->bytes = (struct slice){text->str, text->len};
	mail->backing = g_string_free(text, FALSE);
	mail->free_backing = g_free;
	return mail;
}

static GPtrArray *mails_of_tables(const char *from_name, const char *head)
{
	GPtrArray *mails = g_ptr_array_new_with_free_func((GDestroyNotify)mail_free);
	GRand *rand = g_rand_new_with_seed(1);

	for (guint i = 0; i < MAILS; i++)
		g_ptr_array_add(mails, make_mail(rand, from_name, head));
	g_rand_free(rand);
	return mails;
}

static GPtrArray *mails_of_files(char **paths)
{
	GPtrArray *mails = g_ptr_array_new_with_free_func((GDestroyNotify)mail_free);

	for (; *paths; paths++) {
		struct origin origin = {*paths, -1, NULL, 0, 0};
		g_autoptr(GError) error = NULL;
		g_autofree char *raw = NULL;
		gsize size;

		if (!g_file_get_contents(*paths, &raw, &size, &error))
			g_error("%s", error->message);
		g_ptr_array_add(mails, mime_read((struct slice){raw, size}, &origin, NULL));
	}
	return mails;
}

static gsize text_size(const struct mail *mail)
{
	gsize size = 0;

	for (guint i = 0; i < mail->parts->len; i++)
		size += ((const struct mail_part *)g_ptr_array_index(mail->parts, i))->bytes.len;
	return size;
}

/* ---- what is measured; each returns the rows (or lines) that it saw ------------------ */

static guint count_lines(const struct mail *mail)
{
	guint lines = 0;

	for (guint i = 0; i < mail->parts->len; i++) {
		struct slice text = ((struct mail_part *)g_ptr_array_index(mail->parts, i))->bytes;
		const char *lf;

		while (text.len && (lf = memchr(text.at, '\n', text.len))) {
			text = slice_between(lf + 1, text.at + text.len);
			lines++;
		}
	}
	return lines;
}

static guint read_tables(const struct mail *mail)
{
	struct records *records = records_new(mail);
	guint rows;

	tables_read(records, g_ptr_array_index(mail->parts, 0), FALSE, NULL);
	rows = records->rows->len;
	records_free(records);
	return rows;
}

static guint read_mail(const struct mail *mail)
{
	struct records *records = parse_mail(mail, NULL);
	guint rows = records->rows->len;

	records_free(records);
	return rows;
}

struct measured {
	double seconds;
	guint64 bytes, found;
};

static struct measured measure(const GPtrArray *mails, guint (*read)(const struct mail *mail))
{
	struct measured m = {-seconds(), 0, 0};

	for (guint i = 0; m.bytes < MEASURED_BYTES; i = (i + 1) % mails->len) {
		const struct mail *mail = g_ptr_array_index(mails, i);

		m.found += read(mail);
		m.bytes += text_size(mail);
	}
	m.seconds += seconds();
	return m;
}

/* Takes the mails. */
static void report(const char *name, GPtrArray *mails, guint (*read)(const struct mail *mail))
{
	struct measured lines = measure(mails, count_lines), m = measure(mails, read);

	printf("%-28s %4.0f MB/s, %3.0f times counting lines, %4.2f million rows/s\n", name,
		(double)m.bytes / 1e6 / m.seconds, m.seconds / lines.seconds,
		(double)m.found / 1e6 / m.seconds);
	g_ptr_array_unref(mails);
}

int main(int argc, char **argv)
{
	mime_init();
	report("tables_read()", mails_of_tables(NULL, NULL), read_tables);
	report("parse_mail(), all tables", mails_of_tables(NULL, NULL), read_mail);
	report("parse_mail(), a report", mails_of_tables("kernel test robot", robots_head),
		read_mail);
	if (argc > 1)
		report("parse_mail(), the messages", mails_of_files(argv + 1), read_mail);
	return 0;
}
