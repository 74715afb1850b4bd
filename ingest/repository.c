/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/repository.h"

#include "ingest/gitbox.h"

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

/* What was left out of an archive, and whether all else was read. */
static gboolean settle(struct run *run, const char *path, const struct gitbox *box)
{
	guint64 deleted = gitbox_deleted(box);
	g_autofree char *detail = g_strdup_printf(
		"%" G_GUINT64_FORMAT " messages that were deleted later are left out", deleted);

	if (deleted)
		run_complain(run, DIAG_MESSAGES_DELETED, path, -1, SLICE_NULL, detail);
	if (gitbox_cut(box))
		run_complain(run, DIAG_ARCHIVE_DAMAGED, path, -1, SLICE_NULL, gitbox_cut(box));
	return !gitbox_cut(box);
}

static gboolean read_archive(struct run *run, const char *path, struct gitbox *box)
{
	struct ingest_source source = {path, "git", -1, 0, 0, TRUE, NULL};
	guint64 before = run->bytes_before;
	struct gitbox_item item;

	while (gitbox_next(box, &item)) {
		source.documents++;
		source.complete &= item.kind != GITBOX_MISSING;
		if (!take_object(run, path, box, &item))
			return FALSE;
	}
	if (!source.documents)
		run_complain(run, DIAG_SOURCE_EMPTY, path, -1, SLICE_NULL, "no message lies in it");
	source.complete &= settle(run, path, box);
	source.bytes = run->bytes_before - before;
	return run_tell_source(run, &source);
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
	struct gitbox *box = gitbox_open(git_dir);
	gboolean is_bare = !g_str_has_suffix(git_dir, "/.git"), go_on = TRUE;

	if (box)
		go_on = read_archive(run, git_dir, box);
	else if (is_bare)
		go_on = refuse(run, git_dir);
	gitbox_unref(box);
	*ret_taken = go_on && (box || is_bare);
	return go_on;
}
