/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several processes in one store, and processes that die in the middle. */
#include "store/query.h"
#include "store/sqlite.h"
#include "tests/unit/store-lists.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define WRITERS 4
#define BATCHES 5
#define BATCH 8

/* In a child: no assertions of the harness, only an exit status. */
static gboolean put_batch(struct store *store, const char *writer, guint batch)
{
	gboolean done = store_begin(store, NULL);

	for (guint i = 0; done && i < BATCH; i++) {
		g_autofree char *id = g_strdup_printf("%s-%u-%u@example.org", writer, batch, i);
		struct made *m = made_whole_report(writer, batch * BATCH + i, id, id);

		done = store_put(store, m->records, m->diags, NULL, NULL, NULL);
		made_free(m);
	}
	return done && store_commit(store, NULL);
}

/* All make the store at once, too. */
static int write_batches(const char *file, const char *writer)
{
	struct store *store = store_open(file, STORE_WRITE, NULL);
	gboolean done = store != NULL;

	for (guint batch = 0; done && batch < BATCHES; batch++)
		done = put_batch(store, writer, batch);
	return done && store_close(store, NULL) ? 0 : 1;
}

static void all_succeed(void)
{
	static struct place place; /* a leak checker in a child wants to see it held */
	struct store_totals totals;
	struct store_filter all = STORE_FILTER_ALL;
	struct store *store;
	pid_t writers[WRITERS];

	place = place_new();
	for (guint i = 0; i < WRITERS; i++) {
		writers[i] = fork();
		g_assert_cmpint(writers[i], >=, 0);
		if (!writers[i]) {
			char name[] = {(char)('a' + i), '\0'};

			_exit(write_batches(place.file, name));
		}
	}
	for (guint i = 0; i < WRITERS; i++) {
		int status = -1;

		g_assert_cmpint(waitpid(writers[i], &status, 0), ==, writers[i]);
		g_assert_cmpint(status, ==, 0);
	}
	store = open_store(place.file, STORE_READ);
	g_assert_true(store_totals(store, &all, &totals, NULL));
	g_assert_cmpint(totals.reports, ==, WRITERS * BATCHES * BATCH);
	g_assert_cmpint(totals.rows, ==, 2 * WRITERS * BATCHES * BATCH);
	assert_sound(store);
	close_store(store);
	place_remove(&place);
}

/* Writes until it is killed; tells of each batch behind its commit. */
static void write_for_ever(const char *file, const char *writer, int told)
{
	struct store *store = store_open(file, STORE_WRITE, NULL);

	for (guint batch = 0; store && put_batch(store, writer, batch); batch++) {
		if (write(told, "b", 1) != 1)
			break;
	}
	_exit(1);
}

static guint kill_somewhere(const char *file, const char *writer)
{
	int pipe_ends[2], status;
	guint told = 0;
	char byte;
	pid_t child;

	g_assert_cmpint(pipe(pipe_ends), ==, 0);
	child = fork();
	g_assert_cmpint(child, >=, 0);
	if (!child)
		write_for_ever(file, writer, pipe_ends[1]);
	close(pipe_ends[1]);
	g_usleep((gulong)g_test_rand_int_range(0, 60000));
	g_assert_cmpint(kill(child, SIGKILL), ==, 0);
	g_assert_cmpint(waitpid(child, &status, 0), ==, child);
	g_assert_true(WIFSIGNALED(status));
	while (read(pipe_ends[0], &byte, 1) == 1)
		told++;
	close(pipe_ends[0]);
	return told;
}

/* What was committed is there, in whole batches; the next writer goes on. */
static void killed_at_any_moment(void)
{
	struct place place = place_new();
	struct store_filter all = STORE_FILTER_ALL;
	guint committed = 0;

	for (guint round = 0; round < 12; round++) {
		g_autofree char *writer = g_strdup_printf("w%u", round);
		struct store_totals totals;
		struct store *store;

		committed += kill_somewhere(place.file, writer);
		store = open_store(place.file, STORE_WRITE);
		g_assert_true(store_totals(store, &all, &totals, NULL));
		/* A commit may be done and not yet told of. */
		g_assert_cmpint(totals.reports % BATCH, ==, 0);
		g_assert_cmpint(totals.reports, >=, committed * BATCH);
		g_assert_cmpint(totals.reports, <=, (committed + round + 1) * BATCH);
		assert_sound(store);
		close_store(store);
	}
	place_remove(&place);
}

static void a_lock_that_stays(void)
{
	struct place place = place_new();
	struct store *holder = open_store(place.file, STORE_WRITE);
	struct store *other = open_store(place.file, STORE_WRITE);
	g_autoptr(GError) error = NULL;

	other->engine->patience_ms = 50;
	sqlite3_busy_timeout(other->engine->db, 10);
	g_assert_true(store_begin(holder, NULL));
	g_assert_false(store_begin(other, &error));
	g_assert_error(error, STORE_ERROR, STORE_ERROR_LOCKED);
	g_assert_nonnull(strstr(error->message, place.file));
	/* Readers are not held up. */
	g_autofree char *lists = all_lists(other);
	g_assert_nonnull(lists);
	store_rollback(holder);
	g_assert_true(store_begin(other, NULL));
	store_rollback(other);
	close_store(other);
	close_store(holder);
	place_remove(&place);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/store/crowd/all-succeed", all_succeed);
	g_test_add_func("/store/crowd/killed-at-any-moment", killed_at_any_moment);
	g_test_add_func("/store/crowd/a-lock-that-stays", a_lock_that_stays);
	return g_test_run();
}
