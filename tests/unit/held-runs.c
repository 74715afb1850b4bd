/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of an archive, put together from members in any order. */
#include "ingest/held_runs.h"

#define COMMIT "1111111111111111111111111111111111111111"

static const char *const members[] = {"./r/t/" COMMIT "/0/job.yaml", "r/t/" COMMIT "/0/stats.json",
	"r/t/" COMMIT "/0/vmstat.json.gz", "r/t/" COMMIT "/10/job.yaml",
	"r//t/" COMMIT "/10/vmstat.json", "r/t/" COMMIT "/10/dmesg.xz", "r/t/" COMMIT "/2/job.yaml",
	"r/t/" COMMIT "/matrix.json.gz", "r/t/" COMMIT "/avg.json", "r/t/" COMMIT "/0/time",
	"mail/3/stats.json", "r/other/matrix.json", "r/t/" COMMIT "/00/job.yaml", "0/job.yaml"};

static int by_text(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static gboolean note_run(struct result_run *run, void *data)
{
	GString *seen = data;
	g_autoptr(GPtrArray) names = g_ptr_array_new();

	for (guint i = 0; i < run->files->len; i++)
		g_ptr_array_add(names, ((struct result_file *)run->files->pdata[i])->name);
	g_ptr_array_sort(names, by_text);
	g_string_append_printf(seen, "%s:", run->dir);
	for (guint i = 0; i < names->len; i++)
		if (strcmp(names->pdata[i],
			    "vmstat.json.gz")) /* held as long as it may be wanted */
			g_string_append_printf(seen, " %s", (char *)names->pdata[i]);
	g_string_append_c(seen, '\n');
	result_run_free(run);
	return TRUE;
}

static void note_lost(const char *dir, const char *why, void *data)
{
	(void)why;
	g_string_append_printf(data, "lost %s\n", dir);
}

/* *ret_foreign counts what is no run's. */
static char *run_all(const guint *order, gsize most, guint *ret_foreign, guint *ret_late)
{
	struct held_runs *held = held_runs_new("x.tar", HELD_LOGS);
	GString *seen = g_string_new(NULL);
	const struct held_receiver receiver = {note_run, note_lost, seen};
	g_autoptr(GBytes) bytes = g_bytes_new_static("{}", 2);

	*ret_foreign = *ret_late = 0;
	for (guint i = 0; i < G_N_ELEMENTS(members); i++) {
		const char *name = members[order[i]];
		enum held_verdict verdict = held_runs_judge(held, name);

		*ret_foreign += verdict == HELD_FOREIGN;
		*ret_late += verdict == HELD_LATE;
		if (verdict == HELD_KEEP)
			held_runs_add(held, name, bytes);
		g_assert_true(held_runs_make_room(held, most, &receiver));
	}
	g_assert_true(held_runs_end(held, &receiver));
	held_runs_free(held);
	return g_string_free(seen, FALSE);
}

static void shuffle(guint *order)
{
	for (guint i = G_N_ELEMENTS(members) - 1; i > 0; i--) {
		guint k = (guint)g_test_rand_int_range(0, (gint32)i + 1), other = order[k];

		order[k] = order[i];
		order[i] = other;
	}
}

/* "00" is no run's name; a lone matrix and numbers without a job are told. */
static void test_any_order(void)
{
	static const char wanted[] =
		"x.tar!0: job.yaml\n"
		"lost x.tar!mail/3\n"
		"x.tar!r/t/" COMMIT "/0: job.yaml stats.json\n"
		"x.tar!r/t/" COMMIT "/10: ../matrix.json.gz dmesg.xz job.yaml vmstat.json\n"
		"x.tar!r/t/" COMMIT "/2: ../matrix.json.gz job.yaml\n"
		"lost x.tar!r/other\n";
	guint order[G_N_ELEMENTS(members)], foreign, late;

	for (guint i = 0; i < G_N_ELEMENTS(members); i++)
		order[i] = i;
	for (guint i = 0; i < 200; i++) {
		g_autofree char *seen = run_all(order, G_MAXSIZE, &foreign, &late);

		g_assert_cmpstr(seen, ==, wanted);
		g_assert_cmpuint(foreign, ==, 1);
		g_assert_cmpuint(late, ==, 0);
		shuffle(order);
	}
}

/*
 * Nothing is lost in silence: what comes behind its run is late, and tells so; a matrix
 * that had to go is told still.
 */
static void test_make_room(void)
{
	guint order[G_N_ELEMENTS(members)], foreign, late;

	for (guint i = 0; i < G_N_ELEMENTS(members); i++)
		order[i] = i;
	for (guint i = 0; i < 200; i++) {
		g_autofree char *seen = run_all(order, 1000, &foreign, &late);
		guint jobs = 0;

		for (const char *at = seen; (at = strstr(at, " job.yaml")); at++)
			jobs++;
		for (const char *at = seen; (at = strstr(at, "lost x.tar!r/t/" COMMIT "/")); at++)
			jobs++; /* its job came late */
		g_assert_cmpuint(jobs, ==, 4);
		g_assert_nonnull(strstr(seen, "lost x.tar!r/other\n"));
		shuffle(order);
	}
}

/* A run of any number of files is bounded, in bytes and in number. */
static void test_crowd(void)
{
	struct held_runs *held = held_runs_new("x.tar", 0);
	g_autoptr(GString) seen = g_string_new(NULL);
	const struct held_receiver receiver = {note_run, note_lost, seen};
	g_autoptr(GBytes) bytes = g_bytes_new_static("{}", 2);

	for (guint i = 0; i <= RESULT_FILES_MAX; i++) {
		g_autofree char *name = g_strdup_printf("a/0/m%u.json", i);

		g_assert_cmpint(held_runs_judge(held, name), ==,
			i < RESULT_FILES_MAX ? HELD_KEEP : HELD_CROWD);
		if (i < RESULT_FILES_MAX)
			held_runs_add(held, name, bytes);
	}
	g_assert_true(held_runs_make_room(held, 1 << 20, &receiver));
	g_assert_cmpstr(seen->str, ==, "lost x.tar!a/0\n");
	g_assert_cmpint(held_runs_judge(held, "a/0/job.yaml"), ==, HELD_LATE);
	held_runs_free(held);
}

static void test_leads_out(void)
{
	struct held_runs *held = held_runs_new("x.tar", HELD_LOGS);

	g_assert_cmpint(held_runs_judge(held, "../0/job.yaml"), ==, HELD_FOREIGN);
	g_assert_cmpint(held_runs_judge(held, "a/../0/job.yaml"), ==, HELD_FOREIGN);
	g_assert_cmpint(held_runs_judge(held, ""), ==, HELD_FOREIGN);
	g_assert_cmpint(held_runs_judge(held, "/"), ==, HELD_FOREIGN);
	g_assert_cmpint(held_runs_judge(held, "inbox/5"), ==, HELD_FOREIGN);
	g_assert_cmpint(held_runs_judge(held, "2024/5"), ==, HELD_FOREIGN);
	g_assert_cmpint(held_runs_judge(held, "/0/job.yaml"), ==, HELD_KEEP);
	held_runs_free(held);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/held-runs/any-order", test_any_order);
	g_test_add_func("/held-runs/make-room", test_make_room);
	g_test_add_func("/held-runs/crowd", test_crowd);
	g_test_add_func("/held-runs/leads-out", test_leads_out);
	return g_test_run();
}
