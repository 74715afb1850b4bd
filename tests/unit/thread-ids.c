/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is remembered of a dismissed mail, and that it is what the MIME library finds. */
#include "ingest/mime.h"
#include "parse/thread_ids.h"

static guint64 hash_of(const char *id)
{
	return thread_hash(slice_of(id));
}

static struct thread_ids scan(const char *header)
{
	struct thread_ids ids;

	thread_ids_scan(slice_of(header), &ids);
	return ids;
}

static void fields(void)
{
	struct thread_ids ids = scan("From: Developer <developer@example.org>\n"
				     "MESSAGE-ID: <a@example.org>\r\n"
				     "References:\n <root@example.org>\n\t<b@example.org>\n"
				     "X-References: <c@example.org>\n"
				     "In-Reply-To : Your message of Monday <b@example.org>\n"
				     "In-Reply-To: <second@example.org>\n");

	g_assert_cmpuint(ids.id, ==, hash_of("a@example.org"));
	g_assert_cmpuint(ids.n_parents, ==, 2);
	g_assert_cmpuint(ids.parents[0], ==, hash_of("b@example.org"));
	g_assert_cmpuint(ids.parents[1], ==, hash_of("root@example.org"));
}

static void odd_ids(void)
{
	g_assert_cmpuint(scan("Message-ID: a@b\n").id, ==, hash_of("a@b"));
	g_assert_cmpuint(scan("Message-ID: no id\n").id, ==, 0);
	g_assert_cmpuint(scan("Message-ID: <>\n").id, ==, 0);
	g_assert_cmpuint(scan("Message-ID: <a@\n b>").id, ==, hash_of("a@b"));
	g_assert_cmpuint(scan("Message-ID: <x <a@b>\n").id, ==, hash_of("a@b"));
	g_assert_cmpuint(scan("Message-ID: <\xe4@b>\n").id, ==, hash_of("\xc3\xa4@b"));
	g_assert_cmpuint(scan("Message-ID:").id, ==, 0);
	g_assert_cmpuint(scan("").id, ==, 0);
	g_assert_cmpuint(scan("In-Reply-To: <a@b>\nReferences: <a@b> <a@b>").n_parents, ==, 1);
}

/* Of a megabyte of References the root and the last are kept. */
static void many_references(void)
{
	g_autoptr(GString) header = g_string_new("In-Reply-To: <answered@b>\nReferences:");
	struct thread_ids ids;

	for (guint i = 0; i < 1000; i++)
		g_string_append_printf(header, " <%u@b>\n", i);
	ids = scan(header->str);
	g_assert_cmpuint(ids.n_parents, ==, THREAD_PARENTS_MAX);
	g_assert_cmpuint(ids.parents[0], ==, hash_of("answered@b"));
	g_assert_cmpuint(ids.parents[1], ==, hash_of("0@b"));
	g_assert_cmpuint(ids.parents[2], ==, hash_of("940@b"));
	g_assert_cmpuint(ids.parents[THREAD_PARENTS_MAX - 1], ==, hash_of("999@b"));

	while (header->len < 1 << 20)
		g_string_append(header, " <long.id.that.is.always.the.same@example.org>\n");
	scan(header->str);
}

static void subjects(void)
{
	g_autofree char *plain = thread_subject("[mm]  5c0a85fad9: x -6.3% regression", NULL);
	gboolean reply;
	g_autofree char *answer =
		thread_subject("Re: [LKP] RE[2]: [mm] 5c0a85fad9: X -6.3%\tregression", &reply);

	g_assert_true(reply);
	g_assert_cmpstr(plain, ==, answer);
	g_assert_null(thread_subject("Re: hello", NULL));
	g_assert_null(thread_subject(NULL, &reply));
	g_assert_false(reply);
	g_autofree char *forward = thread_subject("Fwd: some subject", &reply);
	g_assert_cmpstr(forward, ==, "somesubject");
	g_assert_false(reply);
	g_autofree char *word = thread_subject("Regression of the test", NULL);
	g_assert_cmpstr(word, ==, "regressionofthetest");

	/* Only where no id tells. */
	struct thread_ids ids = scan("Subject: Re: [LKP] some\n subject\n");
	g_assert_cmpuint(ids.n_parents, ==, 1);
	g_assert_cmpuint(ids.parents[0], ==, thread_subject_hash("somesubject"));
	g_assert_cmpuint(scan("Subject: some subject\n").n_parents, ==, 0);
	ids = scan("Subject: Re: some subject\nIn-Reply-To: <a@b>\n");
	g_assert_cmpuint(ids.n_parents, ==, 1);
	g_assert_cmpuint(ids.parents[0], ==, hash_of("a@b"));
}

static void add_field(GString *mail, const char *name)
{
	static const char *const pieces[] = {"<a@b>", "<c", "d@e>", " ", "\n ", "\n\t", "\r\n ",
		"word", "<>", "f@g", "<<h@i>", "\xe4", "<j\xfck@l>", "\t"};

	g_string_append_printf(mail, "%s:", name);
	for (int n = g_test_rand_int_range(0, 6); n > 0; n--)
		g_string_append(mail, pieces[g_test_rand_int_range(0, G_N_ELEMENTS(pieces))]);
	g_string_append(mail, "\n");
}

/* The scan finds what the MIME library and the readers of its fields find. */
static void same_as_mime(void)
{
	static const char *const names[] = {"Message-ID", "In-Reply-To", "References", "message-id",
		"REFERENCES", "X-Message-ID", "To"};
	const struct origin origin = {"test", -1, NULL, 0, 0};

	for (guint round = 0; round < 3000; round++) {
		g_autoptr(GString) raw = g_string_new("From: <developer@example.org>\n");
		struct thread_ids scanned, read;

		for (int n = g_test_rand_int_range(0, 5); n > 0; n--)
			add_field(raw, names[g_test_rand_int_range(0, G_N_ELEMENTS(names))]);
		g_string_append(raw, g_test_rand_bit() ? "\n" : "\r\n");
		g_string_append(raw, " body\nMessage-ID: <body@example.org>\nIn-Reply-To: <b@c>\n");
		thread_ids_scan((struct slice){raw->str, raw->len}, &scanned);
		struct mail *mail = mime_read((struct slice){raw->str, raw->len}, &origin, NULL);
		thread_ids_of(mail, &read);
		mail_free(mail);
		g_assert_cmpuint(scanned.id, ==, read.id);
		g_assert_cmpmem(scanned.parents, scanned.n_parents * sizeof *scanned.parents,
			read.parents, read.n_parents * sizeof *read.parents);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	mime_init();
	g_test_add_func("/thread-ids/fields", fields);
	g_test_add_func("/thread-ids/odd-ids", odd_ids);
	g_test_add_func("/thread-ids/many-references", many_references);
	g_test_add_func("/thread-ids/subjects", subjects);
	g_test_add_func("/thread-ids/same-as-mime", same_as_mime);
	return g_test_run();
}
