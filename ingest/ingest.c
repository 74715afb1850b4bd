/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/ingest.h"

#include "ingest/reading.h"
#include "ingest/repository.h"
#include "ingest/resume.h"
#include "ingest/walk.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <sys/stat.h>
#include <unistd.h>

#define BYTES_MAX_DEFAULT (G_GUINT64_CONSTANT(64) << 30)
#define RATIO_MAX_DEFAULT 1000.

/* ---- sources --------------------------------------------------------------------- */

static void add_to_maildir(struct run *run, guint64 documents, guint64 bytes, gboolean complete)
{
	run->maildir.bytes += bytes;
	run->maildir.documents += documents;
	run->maildir.complete &= complete;
}

/* A maildir is one source; other files are one each. */
static gboolean close_reading(const struct reading *r, gint64 size, guint64 bytes)
{
	struct run *run = r->run;
	struct ingest_source source = {r->path, strcmp(r->path, "-") ? r->kind : "stdin", size,
		bytes, r->documents, r->complete, stream_fingerprint(r->stream)};

	if (run->maildir.path)
		add_to_maildir(run, source.documents, source.bytes, source.complete);
	else if (!run_tell_source(run, &source))
		return FALSE;
	return resume_end(r->resume, &source, stream_state(r->stream) != STREAM_UNREADABLE);
}

/* Nothing changed in it. */
static void pass_over(struct run *run, const struct position *known)
{
	run->counts->read_before += known->documents;
	if (run->maildir.path)
		add_to_maildir(run, known->documents, known->bytes, known->complete);
}

static gboolean read_stream(struct run *run, struct resume *resume, const char *path,
	struct stream *stream, gint64 size, gboolean is_one_mail)
{
	guint64 before = run->bytes_before;
	struct reading r = {run, path, stream, is_one_mail, .resume = resume};

	run->members = 0;
	return resume_begin(resume) && reading_run(&r) &&
	       close_reading(&r, size, run->bytes_before - before + r.passed);
}

/* Takes the descriptor over.  FALSE: the handler stopped the run. */
static gboolean read_file(
	struct run *run, const char *path, int fd, gint64 size, gboolean is_one_mail)
{
	struct resume resume;
	struct stream *stream = resume_open(&resume, run, path, fd, size);
	gboolean go_on = TRUE;

	if (stream)
		go_on = read_stream(run, &resume, path, stream, size, is_one_mail);
	else
		pass_over(run, resume.known);
	stream_close(stream);
	resume_release(&resume);
	return go_on;
}

static gboolean close_maildir(struct run *run)
{
	struct ingest_source source = run->maildir;

	run->maildir.path = NULL;
	return resume_tell_vanished(run, source.path) && run_tell_source(run, &source);
}

/* The descriptors of its files are opened by who reads them. */
static gboolean take_run(struct run *run, const char *dir)
{
	g_autofree char *name = g_path_get_basename(dir);
	struct result_run *one = result_run_new(dir, name, FALSE);
	struct ingest_source source = {dir, "run", -1, result_run_weight(one), 1, TRUE, NULL};

	run->counts->runs++;
	run->counts->bytes = run->bytes_before += source.bytes;
	return run->handler->run(one, run->handler->data) && run_tell_source(run, &source);
}

static gboolean leave_run(struct run *run, const char *dir, const char *why)
{
	struct ingest_source source = {dir, "run", -1, 0, 1, TRUE, NULL};

	run->counts->not_runs++;
	run_complain(run, DIAG_NOT_A_RUN, dir, -1, SLICE_NULL, why);
	return run_tell_source(run, &source);
}

/* FALSE: the handler stopped the run. */
static gboolean take_walked_run(struct run *run, const struct walk_item *item)
{
	*item->ret_taken = run->handler->run != NULL;
	if (!run->handler->run)
		return TRUE;
	if (item->kind == WALK_RUN)
		return take_run(run, item->path);
	return leave_run(run, item->path,
		item->kind == WALK_NO_RUN ? "it has a run's files, and no job.yaml"
					  : "a link leads to it, which is not followed");
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
	case WALK_REPOSITORY:
		return repository_run(run, item->path, item->ret_taken);
	case WALK_RUN:
	case WALK_NO_RUN:
	case WALK_LINKED_RUN:
		return take_walked_run(run, item);
	case WALK_LOOP:
		run_complain(run, DIAG_DIRECTORY_LOOP, item->path, -1, SLICE_NULL,
			"it was read before, or its links go round in a circle");
		break;
	case WALK_SPECIAL:
		run_complain(run, DIAG_SPECIAL_FILE, item->path, -1, SLICE_NULL,
			"what it holds can be given on standard input");
		break;
	case WALK_UNREADABLE:
		run_complain(run, DIAG_SOURCE_UNREADABLE, item->path, -1, SLICE_NULL,
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
	run_complain(run, DIAG_SOURCE_UNREADABLE, "-", -1, SLICE_NULL, g_strerror(errno));
	return TRUE;
}

static gboolean is_fifo(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISFIFO(st.st_mode);
}

/* One that the user names is meant, like standard input: "<(zcat old.gz)". */
static gboolean read_fifo(struct run *run, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);

	if (fd >= 0)
		return read_file(run, path, fd, -1, FALSE);
	run_complain(run, DIAG_SOURCE_UNREADABLE, path, -1, SLICE_NULL, g_strerror(errno));
	return TRUE;
}

static gboolean read_source(struct run *run, const char *source)
{
	if (!strcmp(source, "-"))
		return read_stdin(run);
	if (is_fifo(source))
		return read_fifo(run, source);

	run->items = 0;
	if (!walk(source, run->except, take_walked, run))
		return FALSE;
	if (!run->items)
		run_complain(run, DIAG_SOURCE_EMPTY, source, -1, SLICE_NULL,
			"a directory without files");
	return TRUE;
}

gboolean ingest_run(const char *const *sources, const struct ingest_options *options,
	const struct ingest_handler *handler, struct ingest_counts *ret_counts, GError **error)
{
	struct run run = {
		.limits = {options && options->bytes_max ? options->bytes_max : BYTES_MAX_DEFAULT,
			options && options->ratio_max > 0 ? options->ratio_max : RATIO_MAX_DEFAULT},
		.except = options ? options->except : NULL,
		.only_runs = options && options->only_runs,
		.handler = handler,
		.memory = handler->memory,
		.sources = sources,
		.counts = ret_counts,
	};

	memset(ret_counts, 0, sizeof *ret_counts);
	for (run.source = sources; *run.source; run.source++) {
		if (read_source(&run, *run.source))
			continue;
		g_set_error_literal(
			error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "reading was stopped on the way");
		return FALSE;
	}
	return TRUE;
}
