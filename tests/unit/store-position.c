/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sources that are read again: what goes, what stays, and which copy is kept. */
#include "store/dismissed_rows.h"
#include "store/position.h"
#include "tests/unit/store-lists.h"

#define BOX "box.mbox"

static void begin(struct store *store, const char *path, gint64 offset)
{
	struct position from = POSITION_NONE;
	g_autoptr(GError) error = NULL;

	from.path = path;
	from.revision = "1";
	from.offset = offset;
	g_assert_true(store_begin(store, NULL));
	store_begin_source(store, &from, &error);
	g_assert_no_error(error);
	g_assert_true(store_commit(store, NULL));
}

/* How many messages are gone. */
static guint64 finish(struct store *store, const char *path, gboolean complete)
{
	struct position at = POSITION_NONE;
	g_autoptr(GError) error = NULL;
	guint64 gone;

	at.path = path;
	at.revision = "1";
	at.finished = TRUE;
	at.complete = complete;
	at.offset = 7;
	g_assert_true(store_begin(store, NULL));
	store_put_position(store, &at, &gone, &error);
	g_assert_no_error(error);
	g_assert_true(store_commit(store, NULL));
	return gone;
}

static void put(struct store *store, const char *path, gint64 offset, const char *id)
{
	put_made(store, made_new(path, offset, id, id), NULL);
}

static void put_told(struct store *store, const char *path, gint64 offset)
{
	struct diag diag = {DIAG_SEPARATOR_REFUSED, {path, offset, NULL, 0, 0}, "so", SLICE_NULL};

	g_assert_true(store_begin(store, NULL));
	g_assert_true(store_put_diag(store, &diag, NULL));
	g_assert_true(store_commit(store, NULL));
}

static void add_sighting(struct query *q, void *data)
{
	g_string_append_printf(
		data, "%s@%" G_GINT64_FORMAT " ", query_word_at(q, 0), query_int_at(q, 2));
}

static gboolean add_told(const struct store_diag *d, void *data)
{
	if (d->id == DIAG_SEPARATOR_REFUSED)
		g_string_append_printf(data, "!%" G_GINT64_FORMAT " ", d->origin.offset);
	return TRUE;
}

/* "id@offset " of each sighting, "!offset " of each diagnostic. */
static void assert_holds(struct store *store, const char *what)
{
	g_autoptr(GString) out = g_string_new(NULL);

	g_assert_true(query_each(store, SIGHTINGS, 0, 0, add_sighting, out, NULL));
	g_assert_true(store_list_diags(store, &STORE_FILTER_ALL, add_told, out, NULL));
	g_assert_cmpstr(out->str, ==, what);
}

/* ---- tests --------------------------------------------------------------------------- */

static void anew(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);

	begin(store, BOX, -1);
	put(store, BOX, 0, "a");
	put(store, BOX, 5, "b");
	put_told(store, BOX, 6);
	g_assert_cmpuint(finish(store, BOX, TRUE), ==, 0);
	put(store, "other", 0, "b");

	begin(store, BOX, -1);
	put(store, BOX, 2, "a");
	assert_holds(store, "a@0 a@2 b@5 b@0 !6 ");
	g_assert_cmpuint(finish(store, BOX, TRUE), ==, 0);
	assert_holds(store, "a@2 b@0 ");

	begin(store, BOX, -1);
	g_assert_cmpuint(finish(store, BOX, FALSE), ==, 0); /* it may be there still */
	assert_holds(store, "a@2 b@0 ");
	begin(store, BOX, -1);
	g_assert_cmpuint(finish(store, BOX, TRUE), ==, 1);
	assert_holds(store, "b@0 ");
	close_store(store);
	place_remove(&place);
}

/* What stands behind the place is met again, or gone. */
static void on(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);

	begin(store, BOX, -1);
	put(store, BOX, 0, "a");
	put_told(store, BOX, 3);
	put(store, BOX, 7, "cut");
	put_told(store, BOX, 8);
	finish(store, BOX, TRUE);
	begin(store, BOX, 7);
	put(store, BOX, 7, "whole");
	put(store, BOX, 9, "c");
	assert_holds(store, "a@0 cut@7 whole@7 c@9 !3 !8 ");
	g_assert_cmpuint(finish(store, BOX, TRUE), ==, 1);
	assert_holds(store, "a@0 whole@7 c@9 !3 ");
	close_store(store);
	place_remove(&place);
}

/* Of two at once the one that ends first takes away nothing that the other met. */
static void two_at_once(void)
{
	struct place place = place_new();
	struct store *first = open_store(place.file, STORE_WRITE);
	struct store *second = open_store(place.file, STORE_WRITE);

	begin(first, BOX, -1);
	put(first, BOX, 0, "a");
	put(first, BOX, 5, "b");
	finish(first, BOX, TRUE);

	begin(first, BOX, -1);
	put(first, BOX, 1, "a");
	begin(second, BOX, -1);
	put(second, BOX, 1, "a");
	g_assert_cmpuint(finish(second, BOX, TRUE), ==, 1);
	assert_holds(first, "a@1 ");
	put(first, BOX, 6, "b");
	finish(first, BOX, TRUE);
	assert_holds(second, "a@1 b@6 ");
	close_store(first);
	close_store(second);
	place_remove(&place);
}

/* The copies of "m" whose text is that of the kept one. */
static gboolean is_kept(struct store *store, const char *text)
{
	struct store_totals totals;

	/* A copy of that text is put in a pipe: it differs unless it is the kept one. */
	put_made(store, made_new("-", 0, "m", text), NULL);
	g_assert_true(store_totals(store, &STORE_FILTER_ALL, &totals, NULL));
	return totals.sightings == 1 + 1 && !totals.diags[DIAG_COPY_DIFFERS];
}

/* The better copy, by its length, is overwritten by a worse one at the same place. */
static void worse_copy(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);

	begin(store, BOX, -1);
	put_made(store, made_new(BOX, 0, "m", "a longer text"), NULL);
	finish(store, BOX, TRUE);
	begin(store, BOX, -1);
	put_made(store, made_new(BOX, 0, "m", "short"), NULL);
	finish(store, BOX, TRUE);
	g_assert_true(is_kept(store, "short"));
	close_store(store);
	place_remove(&place);
}

/* When the better copy goes, the source of the other one is read again, and wins. */
static void other_copy(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	g_autoptr(GError) error = NULL;

	begin(store, BOX, -1);
	put_made(store, made_new(BOX, 0, "m", "a longer text"), NULL);
	finish(store, BOX, TRUE);
	begin(store, "x.tar", -1);
	put_made(store, made_new("x.tar!m.eml", 0, "m", "short"), NULL);
	finish(store, "x.tar", TRUE);
	begin(store, BOX, -1);
	g_assert_cmpuint(finish(store, BOX, TRUE), ==, 0);

	g_auto(GStrv) opened = store_take_opened(store);
	g_autofree char *names = g_strjoinv(" ", opened);
	g_assert_cmpstr(names, ==, "x.tar");
	struct position *known = store_find_position(store, "x.tar", &error);
	g_assert_no_error(error);
	g_assert_false(known->finished);
	position_free(known);

	begin(store, "x.tar", -1);
	put_made(store, made_new("x.tar!m.eml", 0, "m", "short"), NULL);
	finish(store, "x.tar", TRUE);
	g_assert_true(is_kept(store, "short"));
	close_store(store);
	place_remove(&place);
}

static void vanished(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	guint64 gone;

	begin(store, "md/cur/a:2,S", -1);
	put(store, "md/cur/a:2,S", 0, "a");
	finish(store, "md/cur/a:2,S", TRUE);
	g_assert_true(store_begin(store, NULL));
	g_assert_true(store_vanish_source(store, "md/cur/a:2,S", &gone, NULL));
	g_assert_true(store_tidy(store, NULL));
	g_assert_true(store_commit(store, NULL));
	g_assert_cmpuint(gone, ==, 1);
	g_assert_null(store_find_position(store, "md/cur/a:2,S", NULL));
	assert_holds(store, "");
	close_store(store);
	place_remove(&place);
}

/* ---- objects of a git archive --------------------------------------------------------- */

#define LIST "list.git"

static void begin_git(struct store *store, const char *commit)
{
	struct position from = POSITION_NONE;

	from.path = LIST;
	from.revision = "1";
	from.commit = commit;
	g_assert_true(store_begin(store, NULL));
	g_assert_true(store_begin_source(store, &from, NULL));
	g_assert_true(store_commit(store, NULL));
}

/* Its digits are all the same. */
static char *object_of(char digit)
{
	return g_strnfill(2 * (gsize)DISMISSED_OBJECT_SIZE, digit);
}

/* A pack of mails with such objects. */
static void dismiss(struct store *store, const char *digits)
{
	struct dismissed_pack pack = {0};
	gint64 row;

	for (; *digits; digits++) {
		g_autofree char *object = object_of(*digits);
		const struct origin place = {LIST, -1, object, 0, 0};
		const struct thread_ids ids = {.id = (guint64)*digits};

		dismissed_pack_add(&pack, &ids, &place, FALSE);
	}
	g_assert_true(store_put_dismissed(store, &pack, &row, NULL));
	dismissed_pack_clear(&pack);
}

static void doubt(struct store *store, char digit)
{
	g_autofree char *object = object_of(digit);

	g_assert_true(store_doubt_object(store, object, NULL));
}

static gboolean add_digit(
	const struct dismissed_record *record, const struct dismissed_row *row, void *data)
{
	char text[2 * DISMISSED_OBJECT_SIZE + 1];

	(void)row;
	dismissed_object_text(record, text);
	g_string_append_c(data, *text);
	return TRUE;
}

static void assert_dismissed(struct store *store, const char *digits)
{
	g_autoptr(GString) out = g_string_new(NULL);

	g_assert_true(dismissed_each(store, FALSE, add_digit, out, NULL));
	g_assert_cmpstr(out->str, ==, digits);
}

/* Many are removed at once, but nothing that is met again behind them. */
static void doubted_objects(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);

	begin_git(store, NULL);
	g_assert_true(store_begin(store, NULL));
	dismiss(store, "abc");
	dismiss(store, "de");
	g_assert_true(store_commit(store, NULL));
	finish(store, LIST, TRUE);

	begin_git(store, "1");
	g_assert_true(store_begin(store, NULL));
	doubt(store, 'a');
	doubt(store, 'd');
	dismiss(store, "fa");
	doubt(store, 'b');
	assert_dismissed(store, "cefa");
	doubt(store, 'e');
	g_assert_true(store_commit(store, NULL));
	assert_dismissed(store, "cfa");

	g_assert_true(store_begin(store, NULL));
	doubt(store, 'c');
	store_rollback(store);
	g_assert_true(store_begin(store, NULL));
	doubt(store, 'f');
	g_assert_true(store_commit(store, NULL));
	assert_dismissed(store, "ca");
	close_store(store);
	place_remove(&place);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/store-position/anew", anew);
	g_test_add_func("/store-position/on", on);
	g_test_add_func("/store-position/two-at-once", two_at_once);
	g_test_add_func("/store-position/worse-copy", worse_copy);
	g_test_add_func("/store-position/other-copy", other_copy);
	g_test_add_func("/store-position/vanished", vanished);
	g_test_add_func("/store-position/doubted-objects", doubted_objects);
	return g_test_run();
}
