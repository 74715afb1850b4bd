/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quoted tables and their originals, in every order in which they may come. */
#include "tests/unit/store-lists.h"

#define ROWS 40
#define HEAD_CUT "5c0a85fad949212b3e059692de"

/* A message to come: `rows` of the table's ROWS, `wrong` of them with another number. */
struct plan {
	const char *id;
	gint64 date;
	gboolean report;
	enum author_kind author;
	guint depth, rows, wrong;
	const char *head, *axis;
	const char *original; /* the message whose table it copies; NULL: none */
};

static void add_row(struct made *m, guint nr, gsize wrong)
{
	g_autofree char *stat = g_strdup_printf("vmstat.nr_%u", nr);
	g_autofree char *mean = g_strdup_printf("%u", 1000 + nr * 7 + (guint)wrong);

	made_row(m, ROW_MEAN, stat);
	made_mean(m, mean, nr % 2 ? 3 : STDDEV_NONE, NULL, NAN);
	made_mean(m, "900", STDDEV_NONE, "-6.3%", -6.3);
}

static struct made *make(const struct plan *plan)
{
	const char *columns[] = {"7a3fadfd77e1a1b2", plan->head ? plan->head : HEAD_CUT, NULL};
	const char *axes[] = {"testcase", plan->axis ? plan->axis : "aim7", NULL};
	struct made *m = made_new("a.mbox", plan->date, plan->id, plan->id);

	if (plan->report)
		made_report(m, MESSAGE_PERFORMANCE, MADE_HEAD, "mm", "aim7", "ivb42");
	m->records->author = plan->author;
	made_date(m, plan->date);
	made_table(m, 10, plan->depth, columns, axes);
	for (guint i = 0; i < plan->rows; i++)
		add_row(m, i, i < plan->wrong ? strlen(plan->id) : 0);
	return m;
}

static void put_plan(struct store *store, const struct plan *plan, gboolean link)
{
	struct made *m = make(plan);

	g_assert_true(store_begin(store, NULL));
	g_assert_true(store_put(store, m->records, m->diags, NULL, NULL, NULL));
	g_assert_true(!link || store_link(store, NULL));
	g_assert_true(store_commit(store, NULL));
	made_free(m);
}

struct links {
	const struct plan *plans;
	guint count, seen;
};

static gboolean check_link(const struct store_table *table, void *data)
{
	struct links *links = data;

	for (guint i = 0; i < links->count; i++) {
		const struct plan *plan = &links->plans[i];
		g_autofree char *want =
			plan->original ? g_strdup_printf("%s#1:10", plan->original) : NULL;

		if (strcmp(plan->id, table->message_id))
			continue;
		g_test_message("%s", table->id);
		g_assert_cmpstr(table->copy_of, ==, want);
		links->seen++;
	}
	return TRUE;
}

static void assert_links(struct store *store, const struct plan *plans, guint count)
{
	struct links links = {plans, count, 0};

	g_assert_true(store_list_tables(store, &STORE_FILTER_ALL, check_link, &links, NULL));
	g_assert_cmpuint(links.seen, ==, count);
	assert_sound(store);
}

/* In a dozen orders, linked after each message, at the end, or now and then. */
static void in_every_order(const struct plan *plans, guint count)
{
	for (guint round = 0; round < 12; round++) {
		struct place place = place_new();
		struct store *store = open_store(place.file, STORE_WRITE);
		g_autofree guint *order = g_new(guint, count);

		for (guint i = 0; i < count; i++) {
			guint k = (guint)g_test_rand_int_range(0, (int)i + 1);

			order[i] = order[k];
			order[k] = i;
		}
		for (guint i = 0; i < count; i++)
			put_plan(store, &plans[order[i]],
				i + 1 == count || round % 3 == 0 ||
					(round % 3 == 1 && g_test_rand_bit()));
		assert_links(store, plans, count);
		close_store(store);
		place_remove(&place);
	}
}

static void copies_follow_the_report(void)
{
	static const struct plan plans[] = {
		{"report", 100, TRUE, AUTHOR_ROBOT, 0, ROWS, 0, NULL, NULL, NULL},
		{"whole", 200, FALSE, AUTHOR_PERSON, 1, ROWS, 0, NULL, NULL, "report"},
		{"early", 50, FALSE, AUTHOR_PERSON, 1, ROWS, 0, NULL, NULL, "report"},
		{"partial", 300, FALSE, AUTHOR_PERSON, 2, 1, 0, NULL, NULL, "report"},
		{"damaged", 400, FALSE, AUTHOR_PERSON, 5, ROWS, ROWS / 2 - 1, NULL, NULL, "report"},
		{"cut heads", 410, FALSE, AUTHOR_PERSON, 1, ROWS, 0, "5c0a85fad949", NULL,
			"report"},
		{"forwarded", 500, FALSE, AUTHOR_PERSON, 0, ROWS, 2, NULL, NULL, "report"},
		/* Too little in common, another commit, a new claim. */
		{"other", 600, FALSE, AUTHOR_PERSON, 1, ROWS, ROWS / 2, NULL, NULL, NULL},
		{"half new", 700, FALSE, AUTHOR_PERSON, 0, ROWS, ROWS / 4, NULL, NULL, NULL},
		{"commit", 800, FALSE, AUTHOR_PERSON, 1, ROWS, 0, "5c0a85fae", NULL, NULL},
		{"again", 900, TRUE, AUTHOR_ROBOT, 0, ROWS, 0, NULL, NULL, NULL},
	};

	in_every_order(plans, G_N_ELEMENTS(plans));
}

/* One quotation stands for the table that was not read: the one with most rows. */
static void copies_of_what_is_nowhere(void)
{
	static const struct plan plans[] = {
		{"short", 100, FALSE, AUTHOR_PERSON, 1, 10, 0, NULL, NULL, "best"},
		{"best", 300, FALSE, AUTHOR_PERSON, 3, ROWS, 0, NULL, NULL, NULL},
		{"deeper", 200, FALSE, AUTHOR_PERSON, 4, ROWS, 0, NULL, NULL, "best"},
		{"later", 400, FALSE, AUTHOR_PERSON, 3, ROWS, 0, NULL, NULL, "best"},
	};

	in_every_order(plans, G_N_ELEMENTS(plans));
}

/* Two tests may print the same rows: the axes tell whose the copy is. */
static void axes_decide(void)
{
	static const struct plan plans[] = {
		{"aim7", 100, TRUE, AUTHOR_ROBOT, 0, 3, 0, NULL, "aim7", NULL},
		{"fio", 90, TRUE, AUTHOR_ROBOT, 0, 3, 0, NULL, "fio", NULL},
		{"of aim7", 200, FALSE, AUTHOR_PERSON, 1, 3, 0, NULL, "aim7", "aim7"},
		{"of fio", 200, FALSE, AUTHOR_PERSON, 1, 3, 0, NULL, "fio", "fio"},
		{"of neither", 200, FALSE, AUTHOR_PERSON, 1, 3, 0, NULL, "ltp", "fio"},
	};

	in_every_order(plans, G_N_ELEMENTS(plans));
}

/* When the original goes, the best copy takes its place; when it returns, it is one again. */
static void originals_come_and_go(void)
{
	struct plan plans[] = {
		{"report", 100, TRUE, AUTHOR_ROBOT, 0, ROWS, 0, NULL, NULL, NULL},
		{"whole", 200, FALSE, AUTHOR_PERSON, 1, ROWS, 0, NULL, NULL, "report"},
		{"partial", 300, FALSE, AUTHOR_PERSON, 1, 3, 0, NULL, NULL, "report"},
	};
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	gboolean found;

	for (guint i = 0; i < 3; i++)
		put_plan(store, &plans[i], TRUE);
	assert_links(store, plans, 3);
	g_assert_true(store_begin(store, NULL));
	g_assert_true(store_forget_message(store, "report", &found, NULL) && found);
	g_assert_true(store_link(store, NULL) && store_commit(store, NULL));
	plans[1].original = NULL;
	plans[2].original = "whole";
	assert_links(store, plans + 1, 2);
	put_plan(store, &plans[0], TRUE);
	plans[1].original = plans[2].original = "report";
	assert_links(store, plans, 3);
	close_store(store);
	place_remove(&place);
}

/* What is quoted is not counted again. */
static void copies_are_counted_apart(void)
{
	static const struct plan plans[] = {
		{"report", 100, TRUE, AUTHOR_ROBOT, 0, ROWS, 0, NULL, NULL, NULL},
		{"whole", 200, FALSE, AUTHOR_PERSON, 1, ROWS, 0, NULL, NULL, "report"},
		{"partial", 300, FALSE, AUTHOR_PERSON, 1, 3, 0, NULL, NULL, "report"},
	};
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	struct store_totals totals;
	guint64 originals, copies;

	for (guint i = 0; i < 3; i++)
		put_plan(store, &plans[i], i == 2);
	g_assert_true(store_new_tables(store, &originals, &copies, NULL));
	g_assert_cmpuint(originals, ==, 1);
	g_assert_cmpuint(copies, ==, 2);
	g_assert_true(store_totals(store, &STORE_FILTER_ALL, &totals, NULL));
	g_assert_cmpuint(totals.tables, ==, 1);
	g_assert_cmpuint(totals.rows, ==, ROWS);
	g_assert_cmpuint(totals.copies, ==, 2);
	close_store(store);
	place_remove(&place);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/store/copies/follow-the-report", copies_follow_the_report);
	g_test_add_func("/store/copies/of-what-is-nowhere", copies_of_what_is_nowhere);
	g_test_add_func("/store/copies/axes-decide", axes_decide);
	g_test_add_func("/store/copies/originals-come-and-go", originals_come_and_go);
	g_test_add_func("/store/copies/are-counted-apart", copies_are_counted_apart);
	return g_test_run();
}
