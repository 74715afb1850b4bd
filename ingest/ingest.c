/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/ingest.h"

#include "ingest/mbox.h"
#include "ingest/recognise.h"
#include "ingest/stream.h"
#include "ingest/walk.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <sys/stat.h>
#include <unistd.h>

#define BYTES_MAX_DEFAULT (G_GUINT64_CONSTANT(64) << 30)
#define RATIO_MAX_DEFAULT 1000.

struct run {
	struct stream_limits limits;
	const struct ingest_handler *handler;
	struct ingest_counts *counts;
	guint64 bytes_before; /* of the sources that are done */
	guint64 items;        /* files met below the source at hand */
	/* The maildir whose messages are coming; path NULL: none. */
	struct ingest_source maildir;
};

/* A file at hand. */
struct reading {
	struct run *run;
	const char *path;
	struct stream *stream;
	struct mbox *mbox;
	guint64 documents, messages;
	gboolean complete;
};

/* ---- what goes wrong ------------------------------------------------------------- */

/* The one place that tells losses from doubts: what is lost counts as failed. */
static void complain(struct run *run, enum diag_id id, const char *path, gint64 offset,
	struct slice excerpt, const char *detail)
{
	struct origin origin = {path, offset, NULL, 0, 0};

	if (diag_level(id) == DIAG_ERROR)
		run->counts->failed[id]++;
	diag_emit(&run->handler->diags, id, &origin, excerpt, "%s", detail);
}

/* How a stream ended; nothing of it ends the run. */
static void settle_stream(struct reading *r)
{
	static const enum diag_id ids[] = {
		[STREAM_DAMAGED] = DIAG_ARCHIVE_DAMAGED,
		[STREAM_TOO_LARGE] = DIAG_LIMIT_BYTES,
		[STREAM_MEMORY] = DIAG_LIMIT_MEMORY,
		[STREAM_UNREADABLE] = DIAG_SOURCE_UNREADABLE,
	};
	enum stream_state state = stream_state(r->stream);

	r->complete = state == STREAM_END;
	if (r->complete || state == STREAM_READING)
		return;
	g_autofree char *detail = g_strdup_printf("%s%s", stream_detail(r->stream),
		r->messages ? "; the last message before may be cut" : "");
	complain(r->run, ids[state], r->path, (gint64)stream_unpacked(r->stream), SLICE_NULL,
		detail);
}

/* ---- documents ------------------------------------------------------------------- */

static gboolean hand_on(struct reading *r, const struct mbox_item *item)
{
	const struct ingest_handler *handler = r->run->handler;
	struct origin origin = {r->path, (gint64)item->offset, NULL, 0, 0};

	r->messages++;
	r->run->counts->messages++;
	return handler->message(item->bytes, &origin, handler->data);
}

/* FALSE: the handler stopped the run. */
static gboolean take_item(struct reading *r, const struct mbox_item *item)
{
	gint64 offset = (gint64)item->offset;
	g_autofree char *detail = NULL;

	r->documents += item->kind != MBOX_REFUSED;
	switch (item->kind) {
	case MBOX_MAIL:
		return hand_on(r, item);
	case MBOX_LEAD:
		detail = g_strdup_printf("%" G_GUINT64_FORMAT
					 " bytes that begin with neither a separator nor a header",
			item->size);
		complain(r->run, DIAG_NOT_A_MAILBOX, r->path, offset, item->bytes, detail);
		break;
	case MBOX_REFUSED:
		complain(r->run, DIAG_SEPARATOR_REFUSED, r->path, offset, item->bytes,
			"no date on it, or no header field below it");
		break;
	case MBOX_TOO_LARGE:
		detail = g_strdup_printf(
			"%" G_GUINT64_FORMAT " bytes, %d are allowed", item->size, INGEST_MAIL_MAX);
		complain(r->run, DIAG_MAIL_TOO_LARGE, r->path, offset, SLICE_NULL, detail);
		break;
	case MBOX_END:
		break;
	}
	return TRUE;
}

static void tell_progress(const struct reading *r)
{
	const struct ingest_handler *handler = r->run->handler;

	r->run->counts->bytes = r->run->bytes_before + stream_unpacked(r->stream);
	if (handler->progress)
		handler->progress(r->run->counts->bytes, r->path, handler->data);
}

static gboolean read_documents(struct reading *r)
{
	struct mbox_item item;

	while (mbox_next(r->mbox, &item)) {
		tell_progress(r);
		if (!take_item(r, &item))
			return FALSE;
	}
	return TRUE;
}

/* By the first bytes: to split, or to refuse.  FALSE: the handler stopped the run. */
static gboolean read_by_form(struct reading *r)
{
	struct slice head = mbox_head(r->mbox);
	const char *name;
	g_autofree char *detail = NULL;

	switch (recognise(head, &name)) {
	case FORM_EMPTY:
		break;
	case FORM_FOREIGN:
		detail = g_strdup_printf("it is %s, which is not read", name);
		complain(r->run, DIAG_NOT_A_MAILBOX, r->path, -1, SLICE_NULL, detail);
		r->documents++;
		r->complete = TRUE;
		return TRUE;
	case FORM_MAIL:
		break;
	}
	if (!read_documents(r))
		return FALSE;
	if (!r->documents && stream_state(r->stream) == STREAM_END)
		complain(r->run, DIAG_SOURCE_EMPTY, r->path, -1, SLICE_NULL,
			"it holds no byte, or blank lines alone");
	settle_stream(r);
	return TRUE;
}

/* ---- sources --------------------------------------------------------------------- */

static const char *kind_of(const struct reading *r)
{
	if (!strcmp(r->path, "-"))
		return "stdin";
	if (!r->messages)
		return "other";
	return mbox_separators(r->mbox) ? "mbox" : "message";
}

static gboolean tell_source(struct run *run, const struct ingest_source *source)
{
	return !run->handler->source || run->handler->source(source, run->handler->data);
}

/* A maildir is one source; other files are one each. */
static gboolean close_reading(struct reading *r, gint64 size)
{
	struct run *run = r->run;

	tell_progress(r);
	run->bytes_before = run->counts->bytes;
	if (run->maildir.path) {
		run->maildir.bytes += stream_unpacked(r->stream);
		run->maildir.documents += r->documents;
		run->maildir.complete &= r->complete;
		return TRUE;
	}
	struct ingest_source source = {r->path, kind_of(r), size, stream_unpacked(r->stream),
		r->documents, r->complete, stream_fingerprint(r->stream)};
	return tell_source(run, &source);
}

/* Takes the descriptor over.  FALSE: the handler stopped the run. */
static gboolean read_file(
	struct run *run, const char *path, int fd, gint64 size, gboolean is_one_mail)
{
	struct stream *stream = stream_open(fd, &run->limits);
	struct reading r = {run, path, stream, mbox_new(stream, is_one_mail), 0, 0, FALSE};
	gboolean go_on = read_by_form(&r) && close_reading(&r, size);

	mbox_free(r.mbox);
	stream_close(stream);
	return go_on;
}

static gboolean close_maildir(struct run *run)
{
	struct ingest_source source = run->maildir;

	run->maildir.path = NULL;
	return tell_source(run, &source);
}

static gboolean take_walked(const struct walk_item *item, void *data)
{
	struct run *run = data;

	run->items++;
	switch (item->kind) {
	case WALK_FILE:
		return read_file(run, item->path, item->fd, item->size, FALSE);
	case WALK_MAIL:
		return read_file(run, item->path, item->fd, item->size, TRUE);
	case WALK_MAILDIR:
		run->maildir = (struct ingest_source){item->path, "maildir", -1, 0, 0, TRUE, NULL};
		break;
	case WALK_MAILDIR_END:
		return close_maildir(run);
	case WALK_LOOP:
		complain(run, DIAG_DIRECTORY_LOOP, item->path, -1, SLICE_NULL,
			"it was read before, or its links go round in a circle");
		break;
	case WALK_SPECIAL:
		complain(run, DIAG_SPECIAL_FILE, item->path, -1, SLICE_NULL,
			"what it holds can be given on standard input");
		break;
	case WALK_UNREADABLE:
		complain(run, DIAG_SOURCE_UNREADABLE, item->path, -1, SLICE_NULL,
			g_strerror(item->error));
		break;
	}
	return TRUE;
}

static gboolean read_stdin(struct run *run)
{
	int fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);

	if (fd >= 0)
		return read_file(run, "-", fd, -1, FALSE);
	complain(run, DIAG_SOURCE_UNREADABLE, "-", -1, SLICE_NULL, g_strerror(errno));
	return TRUE;
}

static gboolean read_source(struct run *run, const char *source)
{
	if (!strcmp(source, "-"))
		return read_stdin(run);

	run->items = 0;
	if (!walk(source, take_walked, run))
		return FALSE;
	if (!run->items)
		complain(run, DIAG_SOURCE_EMPTY, source, -1, SLICE_NULL,
			"a directory without files");
	return TRUE;
}

gboolean ingest_run(const char *const *sources, const struct ingest_options *options,
	const struct ingest_handler *handler, struct ingest_counts *ret_counts, GError **error)
{
	struct run run = {
		.limits = {options && options->bytes_max ? options->bytes_max : BYTES_MAX_DEFAULT,
			options && options->ratio_max > 0 ? options->ratio_max : RATIO_MAX_DEFAULT},
		.handler = handler,
		.counts = ret_counts,
	};

	memset(ret_counts, 0, sizeof *ret_counts);
	for (; *sources; sources++) {
		if (read_source(&run, *sources))
			continue;
		g_set_error_literal(
			error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "reading was stopped on the way");
		return FALSE;
	}
	return TRUE;
}
