/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mailboxes that grow and are interrupted: in the end the same messages at the same places. */
#include "ingest-run.h"

#include <fcntl.h>
#include <unistd.h>

#define MESSAGES 60
#define IN_SUBJECT 60       /* behind its beginning, in its number or the next field's */
#define BODY_MAX (40 << 10) /* some positions are told on the way */

/* What a store would hold. */
struct kept {
	gint64 offset;
	char *text;
};

struct memory {
	struct position *position;
	GArray *kept; /* struct kept, of the one source */
	guint begun_anew, read_on, told;
	guint stop_after; /* messages; 0: never */
};

static void kept_clear(gpointer kept)
{
	g_free(((struct kept *)kept)->text);
}

static struct position *known(const char *path, void *data)
{
	struct memory *m = data;

	return m->position && !strcmp(m->position->path, path) ? position_copy(m->position) : NULL;
}

/* As a store has it when the reading is over: what stands behind is met again or gone. */
static gboolean begin(const struct position *from, void *data)
{
	struct memory *m = data;
	guint n = 0;

	*(from->offset < 0 ? &m->begun_anew : &m->read_on) += 1;
	while (n < m->kept->len && g_array_index(m->kept, struct kept, n).offset < from->offset)
		n++;
	g_array_set_size(m->kept, n);
	return TRUE;
}

static gboolean position(const struct position *position, void *data)
{
	struct memory *m = data;

	position_free(m->position);
	m->position = position_copy(position);
	m->told++;
	return TRUE;
}

static gboolean message(struct slice raw, const struct origin *origin, void *data)
{
	struct memory *m = data;
	struct kept kept = {origin->offset, slice_dup(raw)};

	g_array_append_val(m->kept, kept);
	return !m->stop_after || --m->stop_after;
}

static void memory_init(struct memory *m)
{
	*m = (struct memory){.kept = g_array_new(FALSE, FALSE, sizeof(struct kept))};
	g_array_set_clear_func(m->kept, kept_clear);
}

static void memory_release(struct memory *m)
{
	position_free(m->position);
	g_array_unref(m->kept);
}

/* Documents seen, read before or now. */
static guint64 read_with(struct memory *m, const char *path)
{
	const struct ingest_memory memory = {
		.revision = "1", .known = known, .begin = begin, .position = position, .data = m};
	g_autoptr(GPtrArray) diags = diag_list_new();
	const struct ingest_handler handler = {
		.message = message, .diags = diag_list_sink(diags), .data = m, .memory = &memory};
	const char *const names[] = {path, NULL};
	struct ingest_counts counts = {0};
	guint64 seen;

	ingest_run(names, NULL, &handler, &counts, NULL);
	seen = counts.messages + counts.read_before;
	for (int id = 0; id < DIAG_COUNT; id++)
		seen += counts.failed[id];
	return seen;
}

static void assert_same(const struct memory *a, const struct memory *b)
{
	g_assert_cmpuint(a->kept->len, ==, b->kept->len);
	for (guint i = 0; i < a->kept->len; i++) {
		const struct kept *x = &g_array_index(a->kept, struct kept, i);
		const struct kept *y = &g_array_index(b->kept, struct kept, i);

		g_assert_cmpint(x->offset, ==, y->offset);
		g_assert_cmpstr(x->text, ==, y->text);
	}
	g_assert_cmpint(a->position->offset, ==, b->position->offset);
	g_assert_cmpuint(a->position->before, ==, b->position->before);
	g_assert_cmpuint(a->position->documents, ==, b->position->documents);
	g_assert_cmpuint(a->position->bytes, ==, b->position->bytes);
	g_assert_cmpstr(a->position->mark, ==, b->position->mark);
}

/* ---- mailboxes ------------------------------------------------------------------------ */

static void add_line(GString *box)
{
	static const char *const lines[] = {"text\n", "\n", "From here on\n", ">From there\n",
		"From somebody Tue Jan  2 07:31:00 2024\n", "a line with CR\r\n",
		"From user@example.org Tue Jan  2 07:31:00 2024\n\n", "Field: of no header\n"};

	g_string_append(box, lines[g_test_rand_int_range(0, G_N_ELEMENTS(lines))]);
}

static GString *make_box(void)
{
	gboolean mboxrd = g_test_rand_bit();
	GString *box = g_string_new(NULL);

	for (guint i = 0; i < MESSAGES; i++) {
		gsize end;

		g_string_append(box, mboxrd ? "From mboxrd@z Thu Jan  1 00:00:00 1970\n"
					    : "From user@example.org Tue Jan  2 07:31:00 2024\n");
		g_string_append_printf(box, "Subject: %u\nX: %u\n\n", i, (guint)g_test_rand_int());
		end = box->len + (gsize)g_test_rand_int_range(0, BODY_MAX);
		while (box->len < end)
			add_line(box);
		g_string_append_c(box, '\n');
	}
	return box;
}

static void append(const char *path, const char *bytes, gsize len)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);

	g_assert_cmpint(fd, >=, 0);
	g_assert_cmpint(write(fd, bytes, len), ==, (gssize)len);
	close(fd);
}

/* ---- tests ---------------------------------------------------------------------------- */

/* Written in pieces cut anywhere, read after each, often not to the end. */
static void test_grows(struct fixture *f, gconstpointer data)
{
	(void)data;
	g_autofree char *path = g_build_filename(f->path, "box", NULL);

	for (guint round = 0; round < 30; round++) {
		GString *box = make_box();
		struct memory grown, whole;

		memory_init(&grown);
		memory_init(&whole);
		g_remove(path);
		for (gsize at = 0; at < box->len;) {
			gsize n = (gsize)g_test_rand_int_range(1, (gint32)(box->len / 3));
			n = MIN(n, box->len - at);
			append(path, box->str + at, n);
			at += n;
			grown.stop_after = (guint)g_test_rand_int_range(0, MESSAGES);
			read_with(&grown, path);
		}
		grown.stop_after = 0;
		guint64 seen = read_with(&grown, path);
		g_assert_cmpuint(read_with(&whole, path), ==, seen);
		assert_same(&grown, &whole);
		g_assert_cmpuint(read_with(&grown, path), ==, seen);
		memory_release(&grown);
		memory_release(&whole);
		g_string_free(box, TRUE);
	}
}

/* An interruption costs what was read since the last position, not all. */
static void test_interrupted(struct fixture *f, gconstpointer data)
{
	(void)data;
	g_autofree char *path = g_build_filename(f->path, "box", NULL);
	GString *box = make_box();
	struct memory m, whole;

	memory_init(&m);
	memory_init(&whole);
	append(path, box->str, box->len);
	read_with(&whole, path);
	m.stop_after = whole.kept->len - 1;
	read_with(&m, path);
	g_assert_cmpuint(m.begun_anew, ==, 1);
	g_assert_cmpuint(m.told, >, 0);
	g_assert_false(m.position->finished);
	g_assert_cmpint(m.position->offset, >, 0);
	read_with(&m, path);
	g_assert_cmpuint(m.begun_anew, ==, 1);
	g_assert_cmpuint(m.read_on, ==, 1);
	g_assert_true(m.position->finished);
	assert_same(&m, &whole);
	memory_release(&m);
	memory_release(&whole);
	g_string_free(box, TRUE);
}

/* A change before the position, or of what stands there, is no growth. */
static void test_changed(struct fixture *f, gconstpointer data)
{
	(void)data;
	g_autofree char *path = g_build_filename(f->path, "box", NULL);

	for (guint i = 0; i < 2; i++) {
		GString *box = make_box();
		struct memory m, whole;

		memory_init(&m);
		memory_init(&whole);
		g_remove(path);
		append(path, box->str, box->len);
		read_with(&m, path);
		box->str[(i ? (gsize)m.position->offset : 0) + IN_SUBJECT] ^= 1;
		g_remove(path);
		append(path, box->str, box->len);
		append(path, "more\n", 5);
		read_with(&m, path);
		g_assert_cmpuint(m.begun_anew, ==, 2);
		read_with(&whole, path);
		assert_same(&m, &whole);
		memory_release(&m);
		memory_release(&whole);
		g_string_free(box, TRUE);
	}
}

/* What another revision read is unknown; what was named twice is read twice. */
static void test_unknown(struct fixture *f, gconstpointer data)
{
	(void)data;
	g_autofree char *path = g_build_filename(f->path, "box", NULL);
	struct memory m;

	memory_init(&m);
	append(path, SEP MAIL("one"), strlen(SEP MAIL("one")));
	read_with(&m, path);
	read_with(&m, path);
	g_assert_cmpuint(m.begun_anew, ==, 1);
	g_free((char *)m.position->revision);
	m.position->revision = g_strdup("0");
	read_with(&m, path);
	g_assert_cmpuint(m.begun_anew, ==, 2);
	g_assert_cmpuint(m.kept->len, ==, 1);
	memory_release(&m);
}

#define ADD(name, function)                                                                        \
	g_test_add("/resume/" name, struct fixture, NULL, set_up, function, tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("grows", test_grows);
	ADD("interrupted", test_interrupted);
	ADD("changed", test_changed);
	ADD("unknown", test_unknown);
	return g_test_run();
}
