/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/resume.h"

#include "ingest/recognise.h"
#include "ingest/walk.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* What was handed on since the last position is read twice after an interruption. */
#define TELL_BYTES (512 << 10)

G_STATIC_ASSERT(MBOX_BEGINS_MAX <= RECOGNISE_BYTES);

/* ---- what is known ------------------------------------------------------------------- */

/* What an earlier of the sources named holds is read a second time, and counted so. */
static gboolean was_read_in_this_run(const struct run *run, const char *path)
{
	for (const char *const *source = run->sources; source < run->source; source++)
		if (walk_is_within(path, *source))
			return TRUE;
	return FALSE;
}

struct position *resume_known(struct run *run, const char *path)
{
	const struct ingest_memory *memory = run->memory;

	if (!memory || !memory->known || was_read_in_this_run(run, path))
		return NULL;
	struct position *known = memory->known(path, memory->data);
	if (known && !g_strcmp0(known->revision, memory->revision))
		return known;
	position_free(known);
	return NULL;
}

/* ---- what it is against what it was ---------------------------------------------------- */

static gint64 changed_at(const struct stat *st)
{
	return (gint64)st->st_ctim.tv_sec * G_GINT64_CONSTANT(1000000000) + st->st_ctim.tv_nsec;
}

static gboolean is_untouched(const struct resume *r)
{
	const struct position *known = r->known;

	return known && known->finished && known->size == r->now.size &&
	       known->changed == r->now.changed;
}

/* Of a file that is no longer than what its fingerprint is of. */
static gboolean is_same(const struct resume *r, const struct stream *stream)
{
	const struct position *known = r->known;

	return known && known->finished && known->size == r->now.size &&
	       known->size <= STREAM_FINGERPRINT_BYTES &&
	       !g_strcmp0(known->fingerprint, stream_fingerprint(stream));
}

static gboolean begins_as_before(const struct position *known, struct stream *stream)
{
	g_autofree char *head = stream_head_fingerprint(stream, (guint64)known->size);

	return !g_strcmp0(head, known->fingerprint);
}

static gboolean may_go_on(const struct resume *r)
{
	const struct position *known = r->known;

	return known && known->offset > 0 && known->mark &&
	       (known->finished ? known->size < r->now.size : known->size <= r->now.size);
}

/* The message that stands there is the one that stood there. */
static gboolean is_at_mark(const struct position *known, struct mbox *mailbox)
{
	struct slice head = mbox_head(mailbox);

	if (head.len < known->mark_bytes)
		return FALSE;
	g_autofree char *mark = g_compute_checksum_for_data(
		G_CHECKSUM_SHA256, (const guchar *)head.at, known->mark_bytes);
	return !strcmp(mark, known->mark);
}

/* NULL: it is not as it was, and the stream is spent. */
static struct mbox *find_place(const struct resume *r, struct stream *stream)
{
	const struct position *known = r->known;

	if (!begins_as_before(known, stream) || !stream_skip(stream, (guint64)known->offset))
		return NULL;
	struct mbox *mailbox = mbox_new_at(stream, (guint64)known->offset);
	if (is_at_mark(known, mailbox))
		return mailbox;
	mbox_free(mailbox);
	return NULL;
}

/* The stream, at its position or at its beginning. */
static struct stream *open_at(struct resume *r, int fd, const struct stream_limits *limits)
{
	int again = may_go_on(r) ? fcntl(fd, F_DUPFD_CLOEXEC, 0) : -1;
	struct stream *stream = stream_open(fd, limits);

	if (again < 0)
		return stream;
	r->mailbox = find_place(r, stream);
	if (r->mailbox) {
		close(again);
		return stream;
	}
	stream_close(stream);
	lseek(again, 0, SEEK_SET);
	return stream_open(again, limits);
}

static void remember_place(struct resume *r)
{
	const struct position *known = r->known;

	r->mark = g_strdup(known->mark);
	r->now.mark = r->mark;
	r->now.mark_bytes = known->mark_bytes;
	r->now.offset = known->offset;
	r->now.before = known->before;
	r->now.documents = known->before;
	r->now.bytes = (guint64)known->offset;
	r->told = (guint64)known->offset;
}

struct stream *resume_open(struct resume *r, struct run *run, const char *path, int fd, gint64 size)
{
	struct stat st;

	*r = (struct resume){.run = run, .now = POSITION_NONE};
	if (!run->memory || size < 0 || fstat(fd, &st))
		return stream_open(fd, &run->limits);
	r->now.path = path;
	r->now.revision = run->memory->revision;
	r->now.size = st.st_size;
	r->now.changed = changed_at(&st);
	r->known = resume_known(run, path);
	if (is_untouched(r)) {
		close(fd);
		return NULL;
	}
	struct stream *stream = open_at(r, fd, &run->limits);
	if (!r->mailbox && is_same(r, stream)) {
		stream_close(stream);
		return NULL;
	}
	r->fingerprint = g_strdup(stream_fingerprint(stream));
	r->now.fingerprint = r->fingerprint;
	if (r->mailbox)
		remember_place(r);
	return stream;
}

void resume_release(struct resume *r)
{
	position_free(r->known);
	g_free(r->fingerprint);
	g_free(r->mark);
}

/* ---- how far it is read ----------------------------------------------------------------- */

static gboolean tell(const struct resume *r)
{
	const struct ingest_memory *memory = r->run->memory;

	return !memory->position || memory->position(&r->now, memory->data);
}

gboolean resume_begin(struct resume *r)
{
	const struct ingest_memory *memory = r->run->memory;

	return !r->now.path || !memory->begin || memory->begin(&r->now, memory->data);
}

static void set_mark(struct resume *r)
{
	g_free(r->mark);
	r->mark = g_compute_checksum_for_data(
		G_CHECKSUM_SHA256, (const guchar *)r->begins, r->begins_len);
	r->now.mark = r->mark;
	r->now.mark_bytes = (guint)r->begins_len;
}

gboolean resume_pass(struct resume *r, const struct mbox_item *item, guint64 documents)
{
	if (!r->now.path || !item->begins.len)
		return TRUE;
	r->now.offset = (gint64)item->offset;
	r->now.before = r->now.documents = documents;
	r->now.bytes = item->offset;
	r->begins_len = item->begins.len;
	memcpy(r->begins, item->begins.at, item->begins.len);
	if (item->offset - r->told < TELL_BYTES)
		return TRUE;
	r->told = item->offset;
	set_mark(r);
	return tell(r);
}

gboolean resume_end(struct resume *r, const struct ingest_source *source, gboolean finished)
{
	if (!r->now.path)
		return TRUE;
	if (r->begins_len)
		set_mark(r);
	r->now.finished = finished;
	r->now.complete = source->complete;
	r->now.documents = source->documents;
	r->now.bytes = source->bytes;
	return tell(r);
}

/* ---- maildirs ---------------------------------------------------------------------------- */

struct lookout {
	struct run *run;
	gboolean go_on;
};

static void look_for(const char *path, void *data)
{
	struct lookout *lookout = data;
	const struct ingest_memory *memory = lookout->run->memory;
	struct stat st;

	if (lookout->go_on && lstat(path, &st) && errno == ENOENT)
		lookout->go_on = !memory->vanished || memory->vanished(path, memory->data);
}

gboolean resume_tell_vanished(struct run *run, const char *maildir)
{
	static const char *const folders[] = {"cur", "new"};
	const struct ingest_memory *memory = run->memory;
	struct lookout lookout = {run, TRUE};

	for (guint i = 0; memory && memory->known_below && i < G_N_ELEMENTS(folders); i++) {
		g_autofree char *folder = g_build_filename(maildir, folders[i], NULL);

		memory->known_below(folder, look_for, &lookout, memory->data);
	}
	return lookout.go_on;
}
