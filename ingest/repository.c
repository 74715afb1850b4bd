/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/repository.h"

#include "ingest/gitbox.h"
#include "ingest/resume.h"

static void complain_of_object(struct run *run, const char *path, const struct gitbox_item *item)
{
	gboolean missing = item->kind == GITBOX_MISSING;
	struct origin origin = {path, -1, item->id, 0, 0};
	enum diag_id id = missing ? DIAG_OBJECT_MISSING : DIAG_MAIL_TOO_LARGE;

	run->counts->failed[id]++;
	diag_emit(&run->handler->diags, id, &origin, SLICE_NULL,
		missing ? "it is named, and not there or damaged"
			: "%" G_GUINT64_FORMAT " bytes, %d are allowed",
		item->size, INGEST_MAIL_MAX);
}

static gboolean take_object(
	struct run *run, const char *path, struct gitbox *box, const struct gitbox_item *item)
{
	const struct ingest_handler *handler = run->handler;
	struct origin origin = {path, -1, item->id, 0, 0};

	if (item->kind != GITBOX_MAIL) {
		complain_of_object(run, path, item);
		return TRUE;
	}
	run->counts->messages++;
	run->counts->bytes = run->bytes_before += item->size;
	if (handler->progress)
		handler->progress(run->counts->bytes, path, handler->data);
	return handler->object(box, &origin, item->size, handler->data);
}

/* ---- reading again ----------------------------------------------------------------------- */

struct archive {
	struct run *run;
	const char *path;
	struct gitbox *box;
	struct position *known;            /* where it is read on; NULL: it is read anew */
	guint64 documents, bytes, deleted; /* that were read before, or deleted at any time */
	gboolean go_on;
};

/* Newest first back to what is known, else to the beginning.  FALSE: no archive of mail. */
static gboolean open_archive(struct archive *a)
{
	a->known = resume_known(a->run, a->path);
	a->box = gitbox_open(a->path, a->known ? a->known->commit : NULL);
	if (!a->box || !a->known)
		return a->box != NULL;

	gboolean is_whole = !gitbox_met_since(a->box);
	if (!is_whole && !gitbox_older(a->box).unknown)
		return TRUE;
	g_clear_pointer(&a->known, position_free);
	if (is_whole)
		return TRUE; /* its history was written anew */
	gitbox_unref(a->box);
	a->box = gitbox_open(a->path, NULL);
	return a->box != NULL;
}

static gboolean is_unchanged(const struct archive *a)
{
	return a->known && a->known->finished && !strcmp(a->known->commit, gitbox_tip(a->box));
}

static void tell_removed(const char *id, void *data)
{
	struct archive *a = data;
	const struct ingest_memory *memory = a->run->memory;

	a->go_on = a->go_on && (!memory->removed || memory->removed(id, memory->data));
}

/* Where it is read on; or that it is read anew. */
static struct position beginning(const struct archive *a)
{
	struct position from = POSITION_NONE;

	from.path = a->path;
	from.revision = a->run->memory ? a->run->memory->revision : NULL;
	if (a->known) {
		from.commit = a->known->commit;
		from.documents = a->known->documents;
		from.bytes = a->known->bytes;
		from.deleted = a->known->deleted;
	}
	return from;
}

static gboolean tell_beginning(struct archive *a)
{
	const struct ingest_memory *memory = a->run->memory;
	struct position from = beginning(a);

	a->go_on = !memory || !memory->begin || memory->begin(&from, memory->data);
	if (a->known)
		gitbox_each_removed(a->box, tell_removed, a);
	return a->go_on;
}

/* What was read before, without what was deleted of it since. */
static void count_before(struct archive *a)
{
	struct gitbox_older older = gitbox_older(a->box);

	if (a->known) {
		a->documents = a->known->documents - MIN(a->known->documents, older.messages);
		a->bytes = a->known->bytes - MIN(a->known->bytes, older.bytes);
		a->deleted = a->known->deleted + older.messages;
	}
	a->deleted += gitbox_deleted(a->box);
	a->run->counts->read_before += a->documents;
}

/* An archive that lacks objects is read on from the same place, for they may come. */
static gboolean end(struct archive *a, const struct ingest_source *source)
{
	const struct ingest_memory *memory = a->run->memory;
	struct position from = beginning(a);

	if (!memory || !memory->position)
		return TRUE;
	from.finished = TRUE;
	from.complete = source->complete;
	if (source->complete) {
		from.documents = source->documents;
		from.bytes = source->bytes;
		from.deleted = a->deleted;
		from.commit = *gitbox_tip(a->box) ? gitbox_tip(a->box) : NULL;
	}
	return memory->position(&from, memory->data);
}

/* ---- archives ------------------------------------------------------------------------------ */

/* What was left out of an archive, and whether all else was read. */
static gboolean settle(const struct archive *a)
{
	g_autofree char *detail = g_strdup_printf(
		"%" G_GUINT64_FORMAT " messages that were deleted later are left out", a->deleted);

	if (a->deleted)
		run_complain(a->run, DIAG_MESSAGES_DELETED, a->path, -1, SLICE_NULL, detail);
	if (gitbox_cut(a->box))
		run_complain(
			a->run, DIAG_ARCHIVE_DAMAGED, a->path, -1, SLICE_NULL, gitbox_cut(a->box));
	return !gitbox_cut(a->box);
}

static gboolean read_archive(struct archive *a)
{
	struct ingest_source source = {a->path, "git", -1, 0, 0, TRUE, NULL};
	guint64 before = a->run->bytes_before;
	struct gitbox_item item;

	if (is_unchanged(a)) {
		a->run->counts->read_before += a->known->documents;
		return TRUE;
	}
	if (!tell_beginning(a))
		return FALSE;
	count_before(a);
	source.documents = a->documents;
	while (gitbox_next(a->box, &item)) {
		source.documents++;
		source.complete &= item.kind != GITBOX_MISSING;
		if (!take_object(a->run, a->path, a->box, &item))
			return FALSE;
	}
	if (!source.documents)
		run_complain(a->run, DIAG_SOURCE_EMPTY, a->path, -1, SLICE_NULL,
			"no message lies in it");
	source.complete &= settle(a);
	source.bytes = a->run->bytes_before - before + a->bytes;
	return run_tell_source(a->run, &source) && end(a, &source);
}

static gboolean refuse(struct run *run, const char *path)
{
	struct ingest_source source = {path, "other", -1, 0, 1, TRUE, NULL};

	run_complain(run, DIAG_NOT_A_MAILBOX, path, -1, SLICE_NULL,
		"it is a git repository, and no public-inbox archive");
	return run_tell_source(run, &source);
}

gboolean repository_run(struct run *run, const char *git_dir, gboolean *ret_taken)
{
	struct archive archive = {.run = run, .path = git_dir};
	gboolean is_bare = !g_str_has_suffix(git_dir, "/.git"), go_on = TRUE;
	gboolean is_archive = open_archive(&archive);

	if (is_archive)
		go_on = read_archive(&archive);
	else if (is_bare)
		go_on = refuse(run, git_dir);
	gitbox_unref(archive.box);
	position_free(archive.known);
	*ret_taken = go_on && (is_archive || is_bare);
	return go_on;
}
