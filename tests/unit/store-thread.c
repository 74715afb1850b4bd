/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whose thread a message is in, and which dismissed mails a thread makes matter: the same
 * whatever the order in which they come.
 */
#include "parse/thread_ids.h"
#include "store/dismissed.h"
#include "store/facts.h"
#include "tests/unit/store-lists.h"

#define MAILS 24
#define ROUNDS 40
#define DAY (24 * 60 * 60)

struct fixture {
	struct place place;
	struct store *store;
};

static void set_up(struct fixture *f, gconstpointer data G_GNUC_UNUSED)
{
	f->place = place_new();
	f->store = open_store(f->place.file, STORE_WRITE);
}

static void tear_down(struct fixture *f, gconstpointer data G_GNUC_UNUSED)
{
	close_store(f->store);
	place_remove(&f->place);
}

static void link_all(struct store *store)
{
	g_assert_true(
		store_begin(store, NULL) && store_link(store, NULL) && store_commit(store, NULL));
}

/* ---- the last of them ------------------------------------------------------------------ */

#define YEAR ((gint64)366 * DAY)

static void put_dated(struct store *store, const char *id, gint64 date, gint64 received)
{
	struct made *m = made_new("b.mbox", date, id, id);

	made_date(m, date);
	m->mail->received = received;
	put_made(store, m, NULL);
}

static void assert_newest(struct store *store, gint64 expected)
{
	gint64 newest;

	g_assert_true(store_newest_date(store, &newest, NULL));
	g_assert_cmpint(newest, ==, expected);
}

/* One clock that is ahead by years: by the others, later by what a server said. */
static void test_newest(struct fixture *f, gconstpointer data G_GNUC_UNUSED)
{
	const gint64 now = 50 * YEAR;

	assert_newest(f->store, DATE_UNKNOWN);
	put_dated(f->store, "first@example.org", now - 2 * YEAR, DATE_UNKNOWN);
	assert_newest(f->store, now - 2 * YEAR);
	put_dated(f->store, "second@example.org", now, DATE_UNKNOWN);
	assert_newest(f->store, now); /* none is near another */
	put_dated(f->store, "third@example.org", now - DAY, DATE_UNKNOWN);
	put_dated(f->store, "2099@example.org", now + 80 * YEAR, DATE_UNKNOWN);
	assert_newest(f->store, now);
	put_dated(f->store, "2098@example.org", now + 80 * YEAR - DAY, DATE_UNKNOWN);
	assert_newest(f->store, now + 80 * YEAR); /* two agree, and no server says otherwise */
	put_dated(f->store, "stamped@example.org", now + 90 * YEAR, now - DAY + 1);
	assert_newest(f->store, now);
	put_dated(f->store, "on-the-edge@example.org", now + 1, DATE_UNKNOWN);
	assert_newest(f->store, now + 1);
	put_dated(f->store, "beyond@example.org", now + 2, DATE_UNKNOWN);
	assert_newest(f->store, now + 1);
}

/* ---- threads ------------------------------------------------------------------------ */

static void put_mail(struct store *store, const char *id, gint64 date, const char *re,
	const char *reference, const char *subject)
{
	struct made *m = made_new("b.mbox", date, id, id);

	m->records->kind = MESSAGE_REPLY;
	m->records->author = AUTHOR_PERSON;
	made_date(m, date);
	made_reply(m, re, reference);
	if (subject) {
		g_free(m->mail->subject);
		m->mail->subject = g_strdup(subject);
	}
	put_made(store, m, NULL);
}

static gboolean add_thread(const struct store_message *message, void *data)
{
	const char *by = thread_by_name(message->thread_by);

	g_string_append_printf(data, "%s=%s%s%s ", message->message_id, message->thread,
		by ? ":" : "", by ? by : "");
	return TRUE;
}

static char *threads_of(struct store *store)
{
	struct store_filter all = STORE_FILTER_ALL;
	GString *got = g_string_new(NULL);

	g_assert_true(store_list_messages(store, &all, add_thread, got, NULL));
	return g_string_free(got, FALSE);
}

static void assert_threads(struct store *store, const char *wanted)
{
	g_autofree char *got = threads_of(store);

	g_assert_cmpstr(got, ==, wanted);
}

static void by_ids(struct fixture *f, gconstpointer data G_GNUC_UNUSED)
{
	put_mail(f->store, "a", 1, NULL, NULL, NULL);
	put_mail(f->store, "b", 2, "a", "a", NULL);
	put_mail(f->store, "c", 3, "b", "a", NULL);
	/* The answered one was never seen: the first reference leads on. */
	put_mail(f->store, "d", 4, "lost", "b", NULL);
	put_mail(f->store, "e", 5, "lost", NULL, NULL);
	put_mail(f->store, "f", 6, NULL, "gone", NULL);
	assert_threads(f->store, "a=a b=b c=c d=d e=e f=f ");
	link_all(f->store);
	assert_threads(f->store, "a=a b=a:in-reply-to c=a:in-reply-to d=a:references "
				 "e=lost:in-reply-to f=gone:references ");

	put_mail(f->store, "lost", 7, "older", NULL, NULL);
	link_all(f->store);
	assert_threads(f->store, "a=a b=a:in-reply-to c=a:in-reply-to d=older:in-reply-to "
				 "e=older:in-reply-to f=gone:references lost=older:in-reply-to ");

	g_assert_true(store_begin(f->store, NULL) &&
		      store_forget_message(f->store, "b", NULL, NULL) &&
		      store_commit(f->store, NULL));
	link_all(f->store);
	assert_threads(f->store, "a=a c=a:references d=older:in-reply-to "
				 "e=older:in-reply-to f=gone:references lost=older:in-reply-to ");
}

static void rings(struct fixture *f, gconstpointer data G_GNUC_UNUSED)
{
	put_mail(f->store, "self", 1, "self", NULL, NULL);
	put_mail(f->store, "z", 2, "y", NULL, NULL);
	put_mail(f->store, "y", 3, "x", NULL, NULL);
	put_mail(f->store, "x", 4, "z", NULL, NULL);
	put_mail(f->store, "a", 5, "y", NULL, NULL);
	link_all(f->store);
	assert_threads(f->store, "self=self:in-reply-to z=x:in-reply-to y=x:in-reply-to "
				 "x=x:in-reply-to a=x:in-reply-to ");
}

/* Only of answers without ids, and within a month. */
static void by_subject(struct fixture *f, gconstpointer data G_GNUC_UNUSED)
{
	put_mail(f->store, "a", 1, NULL, NULL, "[mm] slower by much");
	put_mail(f->store, "b", 2, NULL, NULL, "Re: [mm] Slower by much");
	put_mail(f->store, "c", 3, "b", NULL, "Re: [mm] slower by much");
	put_mail(f->store, "d", 4, NULL, NULL, "[mm] slower by much");
	put_mail(f->store, "e", 5, "lost", NULL, "Re: [mm] slower by much");
	put_mail(f->store, "f", 5 + 30 * DAY, NULL, NULL, "Re: [mm] slower by much");
	put_mail(f->store, "g", 6 + 60 * DAY, NULL, NULL, "Re: [mm] slower by much");
	link_all(f->store);
	assert_threads(f->store, "a=a b=a:subject c=a:subject d=d e=lost:in-reply-to "
				 "f=lost:subject g=g ");
}

struct spec {
	char id[8], re[8], reference[8];
	gint64 date;
	const char *subject;
};

static void pick(char *id, guint chance)
{
	id[0] = '\0';
	if (!g_test_rand_int_range(0, (gint32)chance))
		g_snprintf(id, 8, "m%d", g_test_rand_int_range(0, MAILS + 4));
}

static void make_specs(struct spec *specs)
{
	static const char *const subjects[] = {
		NULL, "[mm] slower by much", "Re: [mm] slower by much", "Re: faster than that"};

	for (guint i = 0; i < MAILS; i++) {
		g_snprintf(specs[i].id, sizeof specs[i].id, "m%u", i);
		pick(specs[i].re, 2);
		pick(specs[i].reference, 3);
		specs[i].date = g_test_rand_int_range(0, 50) * DAY;
		specs[i].subject = subjects[g_test_rand_int_range(0, G_N_ELEMENTS(subjects))];
	}
}

static void put_spec(struct store *store, const struct spec *s)
{
	put_mail(store, s->id, s->date, *s->re ? s->re : NULL, *s->reference ? s->reference : NULL,
		s->subject);
}

static void shuffle(guint *order)
{
	for (guint i = 0; i < MAILS; i++)
		order[i] = i;
	for (guint i = MAILS; i > 1; i--) {
		guint other = (guint)g_test_rand_int_range(0, (gint32)i), kept = order[i - 1];

		order[i - 1] = order[other];
		order[other] = kept;
	}
}

/* Linked once at the end, or now and then on the way; with mails that come and go. */
static void any_order(void)
{
	for (guint round = 0; round < ROUNDS; round++) {
		struct spec specs[MAILS];
		struct fixture once, often;
		guint order[MAILS];

		set_up(&once, NULL);
		set_up(&often, NULL);
		make_specs(specs);
		shuffle(order);
		for (guint i = 0; i < MAILS; i++) {
			put_spec(once.store, &specs[i]);
			put_spec(often.store, &specs[order[i]]);
			if (!g_test_rand_int_range(0, 3))
				link_all(often.store);
			if (!g_test_rand_int_range(0, 6)) {
				g_assert_true(store_begin(often.store, NULL) &&
					      store_forget_message(often.store, specs[order[i]].id,
						      NULL, NULL) &&
					      store_commit(often.store, NULL));
				put_spec(often.store, &specs[order[i]]);
			}
		}
		link_all(once.store);
		link_all(often.store);
		g_autofree char *wanted = threads_of(once.store);
		assert_threads(often.store, wanted);
		tear_down(&once, NULL);
		tear_down(&often, NULL);
	}
}

/* ---- dismissed mails ------------------------------------------------------------------ */

#define DISMISSED 400

static guint64 hash_of(guint mail)
{
	g_autofree char *id = g_strdup_printf("d%u", mail);

	return thread_hash(slice_of(id));
}

/* Whether a mail hangs below the report, by going up from it; the plain way. */
static gboolean hangs_below(const int (*parents)[2], guint mail, gboolean *visited)
{
	if (visited[mail])
		return FALSE;
	visited[mail] = TRUE;
	for (guint i = 0; i < 2; i++) {
		int parent = parents[mail][i];

		if (parent == DISMISSED ||
			(parent >= 0 && hangs_below(parents, (guint)parent, visited)))
			return TRUE;
	}
	return FALSE;
}

static gboolean count_relevant(const struct store_relevant *relevant, void *data)
{
	gboolean *found = data;

	g_assert_false(found[relevant->offset]);
	g_assert_false(relevant->known);
	found[relevant->offset] = TRUE;
	return TRUE;
}

static void put_dismissed(struct store *store, const int (*parents)[2], const guint *order)
{
	struct dismissed_pack pack = {0};
	gint64 row;

	g_assert_true(store_begin(store, NULL));
	for (guint i = 0; i < DISMISSED; i++) {
		guint mail = order[i];
		const struct origin place = {i % 7 ? "a.mbox" : "b.mbox", mail, NULL, 0, 0};
		struct thread_ids ids = {hash_of(mail), 0, {0}, FALSE};

		for (guint k = 0; k < 2; k++)
			if (parents[mail][k] >= 0)
				ids.parents[ids.n_parents++] = hash_of((guint)parents[mail][k]);
		dismissed_pack_add(&pack, &ids, &place, FALSE);
		if (pack.count < 64 && i + 1 < DISMISSED)
			continue;
		g_assert_true(store_put_dismissed(store, &pack, &row, NULL));
		dismissed_pack_clear(&pack);
	}
	g_assert_true(store_commit(store, NULL));
}

/* Chains in any order, forests with rings: what is found is what hangs below. */
static void what_hangs_below(struct fixture *f, gconstpointer chained)
{
	static int parents[DISMISSED][2];
	static guint order[DISMISSED];
	gboolean found[DISMISSED] = {FALSE};
	struct made *report;
	g_autofree char *id = g_strdup_printf("d%u", DISMISSED);

	for (guint i = 0; i < DISMISSED; i++) {
		order[i] = i;
		parents[i][0] = chained ? (int)i + 1 : g_test_rand_int_range(-200, DISMISSED + 1);
		parents[i][1] = chained ? -1 : g_test_rand_int_range(-200, DISMISSED);
	}
	for (guint i = DISMISSED; i > 1; i--) {
		guint other = (guint)g_test_rand_int_range(0, (gint32)i), kept = order[i - 1];

		order[i - 1] = order[other];
		order[other] = kept;
	}
	put_dismissed(f->store, (const int(*)[2])parents, order);
	g_assert_true(store_list_relevant(f->store, count_relevant, found, NULL));
	for (guint i = 0; i < DISMISSED; i++)
		g_assert_false(found[i]);

	report = made_new("r.mbox", 0, id, "text");
	put_made(f->store, report, NULL);
	g_assert_true(store_list_relevant(f->store, count_relevant, found, NULL));
	for (guint i = 0; i < DISMISSED; i++) {
		gboolean visited[DISMISSED] = {FALSE};

		g_assert_cmpint(found[i], ==, hangs_below((const int(*)[2])parents, i, visited));
	}
}

/* Two that were met twice in pipes, and what damage is found. */
static void twice_and_damaged(struct fixture *f, gconstpointer data G_GNUC_UNUSED)
{
	static const int parents[DISMISSED][2];
	static guint order[DISMISSED];
	guint findings;

	for (guint i = 0; i < DISMISSED; i++)
		order[i] = i;
	put_dismissed(f->store, parents, order);
	put_dismissed(f->store, parents, order);
	g_assert_true(store_begin(f->store, NULL) && store_merge_dismissed(f->store, NULL) &&
		      store_commit(f->store, NULL));

	gboolean found[DISMISSED] = {FALSE};
	g_autofree char *id = g_strdup("d0");
	put_made(f->store, made_new("r.mbox", 0, id, "text"), NULL);
	g_assert_true(store_list_relevant(f->store, count_relevant, found, NULL));
	g_assert_true(found[0] && found[DISMISSED - 1]);
	g_assert_true(store_check(f->store, NULL, NULL, &findings, NULL));
	g_assert_cmpuint(findings, ==, 0);
}

/* Whatever bytes a row holds, reading it ends. */
static void any_bytes(void)
{
	for (guint round = 0; round < 20000; round++) {
		struct dismissed_record record;
		char bytes[64];
		struct dismissed_reader reader = {
			.rest = {bytes, (gsize)g_test_rand_int_range(0, sizeof bytes)}};

		for (guint i = 0; i < sizeof bytes; i++)
			bytes[i] = (char)g_test_rand_int_range(0, 256);
		if (g_test_rand_bit())
			memcpy(bytes, "\xff\x01\x00x\x01", 5);
		while (dismissed_next(&reader, &record))
			dismissed_key(&record);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
#define ADD(name, data, fn) g_test_add(name, struct fixture, data, set_up, fn, tear_down)
	ADD("/store/newest", NULL, test_newest);
	ADD("/store/threads/by-ids", NULL, by_ids);
	ADD("/store/threads/rings", NULL, rings);
	ADD("/store/threads/by-subject", NULL, by_subject);
	g_test_add_func("/store/threads/any-order", any_order);
	ADD("/store/dismissed/forest", NULL, what_hangs_below);
	ADD("/store/dismissed/chain", "chained", what_hangs_below);
	ADD("/store/dismissed/twice", NULL, twice_and_damaged);
	g_test_add_func("/store/dismissed/any-bytes", any_bytes);
	return g_test_run();
}
