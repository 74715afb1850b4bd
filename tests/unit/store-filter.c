/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lists are narrowed to, and in which order they come. */
#include "tests/unit/store-lists.h"

struct fixture {
	struct place place;
	struct store *store;
};

static void put_report(struct fixture *f, const char *id, gint64 date, const char *commit,
	const char *subsystem, const char *testcase, const char *box, const char *list)
{
	struct made *m = made_new("a.mbox", date, id, id);

	made_report(m, MESSAGE_PERFORMANCE, commit, subsystem, testcase, box);
	made_date(m, date);
	made_list(m, list);
	put_made(f->store, m, NULL);
}

static void put_mail(
	struct fixture *f, const char *id, gint64 date, const char *re, const char *reference)
{
	struct made *m = made_new("b.mbox", date, id, id);

	m->records->kind = MESSAGE_REPLY;
	if (date != DATE_UNKNOWN)
		made_date(m, date);
	made_reply(m, re, reference);
	put_made(f->store, m, NULL);
}

static void set_up(struct fixture *f, gconstpointer data G_GNUC_UNUSED)
{
	f->place = place_new();
	f->store = open_store(f->place.file, STORE_WRITE);
}

static void tear_down(struct fixture *f, gconstpointer data G_GNUC_UNUSED)
{
	assert_sound(f->store);
	close_store(f->store);
	place_remove(&f->place);
}

static gboolean add_id(const struct store_message *message, void *data)
{
	g_string_append_printf(data, "%s ", message->message_id);
	return TRUE;
}

static gboolean add_table(const struct store_table *table, void *data)
{
	g_string_append_printf(data, "%s ", table->id);
	return TRUE;
}

static gboolean add_stat(const struct store_row *row, void *data)
{
	g_string_append_printf(data, "%s ", row->stat);
	return TRUE;
}

static gboolean add_box(const struct store_impact *impact, void *data)
{
	g_string_append_printf(data, "%s:%u ", impact->message_id, impact->line);
	return TRUE;
}

static gboolean add_commit(const struct store_commit *commit, void *data)
{
	g_string_append_printf(data, "%s:%u:%u ", commit->id, commit->reports, commit->tables);
	return TRUE;
}

/* The list, narrowed by one field, gives these. */
#define ASSERT_LIST(f, thing, add, want, ...)                                                      \
	do {                                                                                       \
		struct store_filter filter_ = STORE_FILTER_ALL;                                    \
		g_autoptr(GString) got_ = g_string_new(NULL);                                      \
		g_autoptr(GError) error_ = NULL;                                                   \
		__VA_ARGS__;                                                                       \
		store_list_##thing((f)->store, &filter_, add, got_, &error_);                      \
		g_assert_no_error(error_);                                                         \
		g_assert_cmpstr(got_->str, ==, want);                                              \
	} while (0)

static void messages_by_what_they_are(struct fixture *f, gconstpointer data G_GNUC_UNUSED)
{
	put_report(f, "r2", 200, MADE_HEAD, "mm", "aim7", "ivb42", "linux-mm.kvack.org");
	put_report(f, "r1", 100, "5c0a85fad949", "mm/slub", "aim7", "lkp-a", "lkml.example.org");
	put_report(f, "r3", 200, "v4.7-rc1", "mmc", "fio", "ivb42", NULL);
	put_mail(f, "z", DATE_UNKNOWN, NULL, NULL);
	put_mail(f, "m", 150, NULL, NULL);

	ASSERT_LIST(f, messages, add_id, "r1 m r2 r3 z ", (void)0);
	ASSERT_LIST(f, messages, add_id, "m r2 r3 ", filter_.since = 150);
	ASSERT_LIST(f, messages, add_id, "r1 m ", filter_.until = 200);
	ASSERT_LIST(f, messages, add_id, "m ", filter_.since = 101; filter_.until = 200);
	ASSERT_LIST(f, messages, add_id, "m z ", filter_.kind = MESSAGE_REPLY);
	ASSERT_LIST(f, messages, add_id, "r1 r2 ", filter_.subsystem = "mm");
	ASSERT_LIST(f, messages, add_id, "r1 ", filter_.subsystem = "mm/slub");
	ASSERT_LIST(f, messages, add_id, "r1 r2 ", filter_.testcase = "aim7");
	ASSERT_LIST(f, messages, add_id, "r2 r3 ", filter_.machine = "ivb42");
	ASSERT_LIST(f, messages, add_id, "r2 ", filter_.list = "Linux-MM");
	ASSERT_LIST(f, messages, add_id, "r2 ", filter_.list = "linux-mm.kvack.org");
	ASSERT_LIST(f, messages, add_id, "", filter_.list = "linux-m");
	ASSERT_LIST(f, messages, add_id, "m ", filter_.message = "m");
	ASSERT_LIST(f, messages, add_id, "", filter_.message = "m' OR '1'='1");
}

/* A prefix, a tag, or the whole id of an abbreviation. */
static void messages_by_commit(struct fixture *f, gconstpointer data G_GNUC_UNUSED)
{
	put_report(f, "full", 1, MADE_HEAD, NULL, NULL, NULL, NULL);
	put_report(f, "short", 2, "5c0a85fad949", NULL, NULL, NULL, NULL);
	put_report(f, "tag", 3, "v4.7-rc1", NULL, NULL, NULL, NULL);
	put_report(f, "other", 4, "5c0a85fad94a", NULL, NULL, NULL, NULL);
	put_mail(f, "none", 5, NULL, NULL);

	ASSERT_LIST(f, messages, add_id, "full short other ", filter_.commit = "5c0a85f");
	ASSERT_LIST(f, messages, add_id, "full short other ", filter_.commit = "5C0A85F");
	ASSERT_LIST(f, messages, add_id, "full short ", filter_.commit = "5c0a85fad949");
	ASSERT_LIST(f, messages, add_id, "full short ", filter_.commit = MADE_HEAD);
	ASSERT_LIST(f, messages, add_id, "tag ", filter_.commit = "v4.7-rc1");
	ASSERT_LIST(f, messages, add_id, "", filter_.commit = "v4.7");
	ASSERT_LIST(f, messages, add_id, "", filter_.commit = "%");
}

static void tables_by_axes_and_columns(struct fixture *f, gconstpointer data G_GNUC_UNUSED)
{
	static const char *const columns[] = {MADE_BASE, MADE_HEAD, "v4.7", NULL};
	static const char *const other[] = {MADE_BASE, "1234567890ab", NULL};
	static const char *const axes[] = {"testcase", "fio", "tbox_group", "lkp-a", NULL};
	static const char *const none[] = {NULL};
	static const char *const cells[] = {"1", "2", "3"};
	struct made *m = made_new("a.mbox", 0, "odd#1:2", "text");

	made_report(m, MESSAGE_PERFORMANCE, MADE_HEAD, "mm", "aim7", "ivb42");
	made_date(m, 7);
	made_table(m, 9, 0, columns, axes);
	made_row(m, ROW_MEAN, "nine");
	for (guint i = 0; i < 3; i++)
		made_mean(m, cells[i], STDDEV_NONE, NULL, NAN);
	made_table(m, 70, 0, other, none);
	made_row(m, ROW_MEAN, "seventy");
	for (guint i = 0; i < 2; i++)
		made_mean(m, cells[i], STDDEV_NONE, NULL, NAN);
	made_impact(m, 3, NULL, "+1%", 1, 0, none);
	made_impact(m, 5, "kbuild", "+1%", 1, 1, none);
	put_made(f->store, m, NULL);

	ASSERT_LIST(f, tables, add_table, "odd#1:2#1:9 odd#1:2#1:70 ", (void)0);
	ASSERT_LIST(f, tables, add_table, "odd#1:2#1:9 ", filter_.testcase = "fio");
	ASSERT_LIST(f, tables, add_table, "odd#1:2#1:70 ", filter_.testcase = "aim7");
	ASSERT_LIST(f, tables, add_table, "odd#1:2#1:9 ", filter_.machine = "lkp-a");
	ASSERT_LIST(f, tables, add_table, "odd#1:2#1:70 ", filter_.machine = "ivb42");
	ASSERT_LIST(f, tables, add_table, "odd#1:2#1:9 ", filter_.commit = "v4.7");
	ASSERT_LIST(f, tables, add_table, "odd#1:2#1:70 ", filter_.commit = "1234567");
	ASSERT_LIST(f, tables, add_table, "odd#1:2#1:9 odd#1:2#1:70 ", filter_.commit = "7a3fadf");
	ASSERT_LIST(f, rows, add_stat, "seventy ", filter_.table = "odd#1:2#1:70");
	ASSERT_LIST(f, rows, add_stat, "nine seventy ", filter_.message = "odd#1:2");
	ASSERT_LIST(f, rows, add_stat, "", filter_.table = "odd#1:2");
	ASSERT_LIST(f, rows, add_stat, "", filter_.table = "odd#1:2#1:70x");
	ASSERT_LIST(f, rows, add_stat, "", filter_.table = "odd");
	ASSERT_LIST(f, impacts, add_box, "odd#1:2:3 ", filter_.testcase = "fio");
	ASSERT_LIST(f, impacts, add_box, "odd#1:2:5 ", filter_.testcase = "kbuild");
	ASSERT_LIST(f, impacts, add_box, "odd#1:2:3 ", filter_.machine = "lkp-a");
	ASSERT_LIST(f, impacts, add_box, "odd#1:2:3 odd#1:2:5 ", filter_.commit = "5c0a85f");
}

static void commits_by_all_their_forms(struct fixture *f, gconstpointer data G_GNUC_UNUSED)
{
	put_report(f, "r1", 1, MADE_HEAD, "mm", NULL, NULL, NULL);
	put_report(f, "r2", 2, "5c0a85fad949", NULL, NULL, NULL, NULL);
	put_report(f, "r3", 3, "5c0a85f", "mm", NULL, NULL, NULL);
	/* 1234567 begins two different ids, so it is neither. */
	put_report(f, "r4", 4, "1234567", NULL, NULL, NULL, NULL);
	put_report(f, "r5", 5, "12345678a", NULL, NULL, NULL, NULL);
	put_report(f, "r6", 6, "12345678b", NULL, NULL, NULL, NULL);
	put_report(f, "r7", 7, "v4.7", NULL, NULL, NULL, NULL);
	put_report(f, "r8", 8, NULL, NULL, NULL, NULL, NULL);
	put_made(f->store, made_whole_report("c.mbox", 0, "r9", "text"), NULL);

	ASSERT_LIST(f, commits, add_commit,
		"1234567:1:0 12345678a:1:0 12345678b:1:0 " MADE_HEAD ":4:1 " MADE_BASE
		":0:1 v4.7:1:0 ",
		(void)0);
	ASSERT_LIST(f, commits, add_commit, MADE_BASE ":0:1 ", filter_.commit = "7a3fadf");
	ASSERT_LIST(f, commits, add_commit, "5c0a85fad949:1:0 ", filter_.since = 2;
		    filter_.until = 3);
}

static void failures_of_functional_reports(struct fixture *f, gconstpointer data G_GNUC_UNUSED)
{
	static const char *const columns[] = {MADE_BASE, MADE_HEAD, NULL};
	static const char *const none[] = {NULL};
	struct store_filter all = STORE_FILTER_ALL;
	g_autoptr(GString) got = g_string_new(NULL);
	struct made *m = made_new("a.mbox", 0, "f", "text");

	made_report(m, MESSAGE_FUNCTIONAL, MADE_HEAD, "mm", "boot", "vm");
	for (guint depth = 0; depth < 2; depth++) {
		made_table(m, 9 + depth * 20, depth, columns, none);
		made_row(m, ROW_FAIL, "boot_failures");
		made_fails(m, 0, 10, NULL, NAN);
		made_fails(m, 9297, 11, "84.6%", 84.6);
		made_row(m, ROW_FAIL, depth ? "quoted" : "BUG:kernel_hang");
		made_fails(m, 1, 10, NULL, NAN);
		made_fails(m, 2, 11, "8%", 8);
	}
	put_made(f->store, m, NULL);
	g_assert_true(store_list_reports(f->store, &all, print_report, got, NULL));
	g_assert_true(g_str_has_suffix(got->str, " boot_failures:0:9297 BUG:kernel_hang:1:2\n"));
}

static gboolean add_diag(const struct store_diag *diag, void *data)
{
	g_string_append_printf(data, "%s ", diag_name(diag->id));
	return TRUE;
}

static void diagnostics_of_what_is_asked_for(struct fixture *f, gconstpointer data G_GNUC_UNUSED)
{
	struct diag of_source = {
		DIAG_ARCHIVE_DAMAGED, {"0.mbox", 9, NULL, 0, 0}, "ends early", SLICE_NULL};
	struct made *m = made_new("a.mbox", 0, "m", "text");

	made_diag(m, DIAG_BAD_CHARSET, 1, "x");
	put_made(f->store, m, NULL);
	g_assert_true(store_begin(f->store, NULL));
	g_assert_true(store_put_diag(f->store, &of_source, NULL));
	g_assert_true(store_commit(f->store, NULL));
	ASSERT_LIST(f, diags, add_diag, "archive-damaged bad-charset ", (void)0);
	ASSERT_LIST(f, diags, add_diag, "bad-charset ", filter_.message = "m");
}

#define ADD(name, test)                                                                            \
	g_test_add("/store/filter/" name, struct fixture, NULL, set_up, test, tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("messages-by-what-they-are", messages_by_what_they_are);
	ADD("messages-by-commit", messages_by_commit);
	ADD("tables-by-axes-and-columns", tables_by_axes_and_columns);
	ADD("commits-by-all-their-forms", commits_by_all_their_forms);
	ADD("failures-of-functional-reports", failures_of_functional_reports);
	ADD("diagnostics-of-what-is-asked-for", diagnostics_of_what_is_asked_for);
	return g_test_run();
}
