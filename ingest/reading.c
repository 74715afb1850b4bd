/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/reading.h"

#include "ingest/mbox.h"
#include "ingest/pack.h"
#include "ingest/pack_runs.h"
#include "ingest/recognise.h"
#include "ingest/resume.h"
#include "ingest/shown.h"
#include "ingest/utf16.h"
#include "ingest/walk.h"

/* ---- what goes wrong ------------------------------------------------------------- */

void run_complain(struct run *run, enum diag_id id, const char *path, gint64 offset,
	struct slice excerpt, const char *detail)
{
	struct origin origin = {path, offset, NULL, 0, 0};

	if (diag_level(id) == DIAG_ERROR)
		run->counts->failed[id]++;
	diag_emit(&run->handler->diags, id, &origin, excerpt, "%s", detail);
}

gboolean run_tell_source(struct run *run, const struct ingest_source *source)
{
	return !run->handler->source || run->handler->source(source, run->handler->data);
}

static void complain(
	struct reading *r, enum diag_id id, gint64 offset, struct slice excerpt, const char *detail)
{
	run_complain(r->run, id, r->path, offset, excerpt, detail);
}

enum diag_id run_diag_of(enum stream_state state)
{
	static const enum diag_id ids[] = {
		[STREAM_DAMAGED] = DIAG_ARCHIVE_DAMAGED,
		[STREAM_TOO_LARGE] = DIAG_LIMIT_BYTES,
		[STREAM_MEMORY] = DIAG_LIMIT_MEMORY,
		[STREAM_UNREADABLE] = DIAG_SOURCE_UNREADABLE,
	};

	return ids[state];
}

/* How a stream ended; nothing of it ends the run. */
static void settle_stream(struct reading *r)
{
	enum stream_state state = stream_state(r->stream);

	r->complete = state == STREAM_END;
	if (r->complete || state == STREAM_READING)
		return;
	g_autofree char *detail = g_strdup_printf("%s%s", stream_detail(r->stream),
		r->messages ? "; the last message before may be cut" : "");
	complain(r, run_diag_of(state), (gint64)stream_unpacked(r->stream), SLICE_NULL, detail);
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

static void complain_of_item(struct reading *r, const struct mbox_item *item)
{
	static const enum diag_id ids[] = {
		[MBOX_LEAD] = DIAG_NOT_A_MAILBOX,
		[MBOX_REFUSED] = DIAG_SEPARATOR_REFUSED,
		[MBOX_UNTOLD] = DIAG_SEPARATOR_REFUSED,
		[MBOX_TOO_LARGE] = DIAG_MAIL_TOO_LARGE,
	};
	g_autofree char *detail = NULL;

	if (item->kind == MBOX_LEAD)
		detail = g_strdup_printf("%" G_GUINT64_FORMAT
					 " bytes that begin with neither a separator nor a header",
			item->size);
	else if (item->kind == MBOX_REFUSED)
		detail = g_strdup("no date on it, or no header field below it");
	else if (item->kind == MBOX_UNTOLD)
		detail = g_strdup_printf(
			"and %" G_GUINT64_FORMAT " more lines of this message", item->size);
	else
		detail = g_strdup_printf(
			"%" G_GUINT64_FORMAT " bytes, %d are allowed", item->size, INGEST_MAIL_MAX);
	complain(r, ids[item->kind], (gint64)item->offset, item->bytes, detail);
}

/* FALSE: the handler stopped the run. */
static gboolean take_item(struct reading *r, const struct mbox_item *item)
{
	gboolean taken;

	if (item->kind == MBOX_MAIL) {
		if (r->resume && !resume_pass(r->resume, item, r->documents))
			return FALSE;
		r->documents++;
		return hand_on(r, item);
	}
	if (item->kind == MBOX_LEAD) {
		gboolean go_on = shown_text(r, item->bytes, item->offset, &taken);
		if (!go_on || taken)
			return go_on;
	}
	r->documents += item->kind != MBOX_REFUSED && item->kind != MBOX_UNTOLD;
	complain_of_item(r, item);
	return TRUE;
}

static void tell_progress(const struct reading *r)
{
	const struct ingest_handler *handler = r->run->handler;

	r->run->counts->bytes = r->run->bytes_before + stream_unpacked(r->stream) - r->passed;
	if (handler->progress)
		handler->progress(r->run->counts->bytes, r->path, handler->data);
}

/* From where it was read to before. */
static struct mbox *open_mailbox(struct reading *r)
{
	struct resume *resume = r->resume;

	if (!resume || !resume->mailbox)
		return mbox_new(r->stream, r->whole);
	r->documents = r->messages = resume->known->before;
	r->passed = (guint64)resume->known->offset;
	r->run->counts->read_before += r->documents;
	return g_steal_pointer(&resume->mailbox);
}

static gboolean read_mailbox(struct reading *r)
{
	struct mbox *mbox = open_mailbox(r);
	struct mbox_item item;
	gboolean go_on = TRUE;

	while (go_on && mbox_next(mbox, &item)) {
		tell_progress(r);
		go_on = take_item(r, &item);
	}
	tell_progress(r);
	r->run->bytes_before = r->run->counts->bytes;
	if (mbox_separators(mbox) || !strcmp(r->kind, "other"))
		r->kind = !r->messages ? "other" : mbox_separators(mbox) ? "mbox" : "message";
	mbox_free(mbox);
	if (!go_on)
		return FALSE;
	if (!r->documents && stream_state(r->stream) == STREAM_END)
		complain(r, DIAG_SOURCE_EMPTY, -1, SLICE_NULL,
			"it holds no byte, or blank lines alone");
	settle_stream(r);
	return TRUE;
}

static void refuse(struct reading *r, enum diag_id id, const char *detail)
{
	complain(r, id, -1, SLICE_NULL, detail);
	r->documents++;
	r->complete = id == DIAG_NOT_A_MAILBOX;
}

/* ---- containers -------------------------------------------------------------------- */

/* What lies in a container counts as the container's. */
static gboolean read_inner(
	struct reading *outer, const char *path, gboolean whole, stream_pull pull, void *data)
{
	struct stream *stream = stream_open_layer(pull, data, stream_meter(outer->stream));
	struct reading inner = {outer->run, path, stream, whole, outer->layer + 1};
	gboolean go_on = reading_run(&inner);

	outer->documents += inner.documents;
	outer->messages += inner.messages;
	outer->complete &= inner.complete;
	outer->kind = inner.kind; /* an archive says afterwards what it is */
	stream_close(stream);
	return go_on;
}

/* FALSE: the handler stopped the run, or a limit was passed (*ret_over). */
static gboolean read_member(struct reading *r, struct pack *pack, struct pack_runs *runs,
	const struct pack_member *member, gboolean *ret_over)
{
	g_autofree char *path = g_strconcat(r->path, "!", member->name, NULL);
	gboolean taken = FALSE;
	struct stream_end end;

	if (member->kind == PACK_OTHER) {
		run_complain(r->run, DIAG_SPECIAL_FILE, path, -1, SLICE_NULL, member->detail);
		return TRUE;
	}
	if (runs && !pack_runs_take(runs, pack, member->name, &taken))
		return FALSE;
	if (!taken && !read_inner(r, path, walk_is_in_maildir(member->name), pack_pull, pack))
		return FALSE;
	*ret_over = !stream_meter_count(stream_meter(r->stream), 0, &end);
	return !*ret_over;
}

static void settle_pack(struct reading *r, const struct pack_member *last, gboolean damage_told)
{
	if (last->kind == PACK_LIMIT)
		complain(r, DIAG_LIMIT_MEMORY, -1, SLICE_NULL, last->detail);
	else if (last->kind == PACK_DAMAGED && !damage_told)
		complain(r, DIAG_ARCHIVE_DAMAGED, -1, SLICE_NULL, last->detail);
	else if (last->kind == PACK_END && !r->documents && !r->run->only_runs)
		complain(r, DIAG_SOURCE_EMPTY, -1, SLICE_NULL, "no file lies in it");
	r->complete &= last->kind == PACK_END;
}

static gboolean read_archive(struct reading *r)
{
	struct pack_runs *runs = r->run->handler->run ? pack_runs_new(r) : NULL;
	struct pack *pack = pack_open(r->stream);
	struct pack_member member;
	gboolean go_on = TRUE, over = FALSE;

	r->complete = TRUE;
	while (go_on && pack_next(pack, &member)) {
		if (++r->run->members > INGEST_MEMBERS_MAX) {
			complain(r, DIAG_LIMIT_MEMBERS, -1, SLICE_NULL,
				"it has more members than are read");
			r->complete = FALSE;
			break;
		}
		go_on = read_member(r, pack, runs, &member, &over);
	}
	if (runs && !pack_runs_end(runs, go_on || over))
		go_on = over = FALSE;
	r->kind = "archive";
	if (member.kind > PACK_OTHER)
		settle_pack(r, &member, !r->complete);
	pack_close(pack);
	return go_on || over;
}

static gsize pull_stream(void *data, char *to, gsize room, struct stream_end *ret_end)
{
	gsize n = stream_read(data, to, room);

	*ret_end = (struct stream_end){stream_state(data), stream_detail(data)};
	return n;
}

/* Pages and dumps take their stream to its end. */
static gboolean read_shown(struct reading *r, enum form form)
{
	gboolean go_on = shown_read(r, form), complete = r->complete;

	tell_progress(r);
	r->run->bytes_before = r->run->counts->bytes;
	if (!go_on)
		return FALSE;
	if (complete)
		settle_stream(r);
	return TRUE;
}

static gboolean read_utf16(struct reading *r)
{
	struct utf16 *utf16 = utf16_open(r->stream);
	gboolean go_on = read_inner(r, r->path, r->whole, utf16_pull, utf16);

	utf16_close(utf16);
	return go_on;
}

/* CR to LF, byte for byte, so that places stay. */
static gsize pull_lines(void *data, char *to, gsize room, struct stream_end *ret_end)
{
	gsize n = pull_stream(data, to, room, ret_end);

	for (gsize i = 0; i < n; i++)
		if (to[i] == '\r')
			to[i] = '\n';
	return n;
}

static gboolean read_behind_mark(struct reading *r)
{
	char mark[3];

	stream_read(r->stream, mark, sizeof mark);
	return read_inner(r, r->path, r->whole, pull_stream, r->stream);
}

static gboolean read_container(struct reading *r, enum form form)
{
	if (r->layer >= INGEST_LAYERS_MAX) {
		refuse(r, DIAG_LIMIT_LAYERS, "containers lie deeper in each other than is read");
		return TRUE;
	}
	r->complete = TRUE;
	if (form == FORM_UTF16)
		return read_utf16(r);
	if (form == FORM_CR)
		return read_inner(r, r->path, r->whole, pull_lines, r->stream);
	if (form == FORM_MARKED)
		return read_behind_mark(r);
	if (form == FORM_PACKED)
		return read_inner(r, r->path, r->whole, pull_stream, r->stream);
	return read_archive(r);
}

/* By the first bytes. */
gboolean reading_run(struct reading *r)
{
	const char *name;
	enum form form;

	r->kind = "other";
	if (r->resume && r->resume->mailbox)
		return read_mailbox(r);
	form = recognise(stream_peek(r->stream), &name);
	if (r->run->only_runs && form != FORM_ARCHIVE && form != FORM_PACKED) {
		r->complete = TRUE;
		return TRUE;
	}
	switch (form) {
	case FORM_EMPTY:
	case FORM_MAIL:
		return read_mailbox(r);
	case FORM_PAGE:
	case FORM_DUMP:
		return r->whole ? read_mailbox(r) : read_shown(r, form);
	case FORM_MARKED:
	case FORM_UTF16:
	case FORM_CR:
	case FORM_ARCHIVE:
	case FORM_PACKED:
		return read_container(r, form);
	case FORM_FOREIGN:
		break;
	}
	g_autofree char *detail = g_strdup_printf("it is %s, which is not read", name);
	refuse(r, DIAG_NOT_A_MAILBOX, detail);
	return TRUE;
}
