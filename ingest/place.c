/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/place.h"

#include "ingest/gitbox.h"
#include "ingest/ingest.h"
#include "ingest/mbox.h"
#include "ingest/recognise.h"
#include "ingest/walk.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define RANGE_STEP (32 << 10) /* most mails are smaller */

static const char reason_stdin[] = "standard input cannot be read again";
static const char reason_pipe[] = "a pipe cannot be read again";
static const char reason_gone[] = "it cannot be opened any more";
static const char reason_changed[] = "another thing stands in their place now";

char *place_file(const char *path)
{
	g_autofree char *file = g_strdup(path);

	while (!g_file_test(file, G_FILE_TEST_EXISTS)) {
		char *cut = strrchr(file, '!');

		if (!cut)
			return g_strdup(path);
		*cut = '\0';
	}
	return g_steal_pointer(&file);
}

/* ---- a mailbox, by seeking --------------------------------------------------------- */

struct range {
	int fd;
	gint64 at;
};

static gsize pull_range(void *data, char *to, gsize room, struct stream_end *ret_end)
{
	struct range *range = data;
	ssize_t n;

	do
		n = pread(range->fd, to, MIN(room, RANGE_STEP), range->at);
	while (n < 0 && errno == EINTR);
	*ret_end = (struct stream_end){n < 0 ? STREAM_UNREADABLE : STREAM_END, NULL};
	if (n <= 0)
		return 0;
	range->at += n;
	return (gsize)n;
}

static gboolean read_at(int fd, const struct origin *place, const struct place_handler *handler)
{
	struct stream_meter meter = {.limits = {G_MAXUINT64, G_MAXDOUBLE}};
	struct range range = {fd, place->offset};
	struct stream *stream = stream_open_layer(pull_range, &range, &meter);
	struct mbox *mbox = mbox_new(stream, walk_is_in_maildir(place->path));
	gboolean go_on = TRUE;
	struct mbox_item item;

	/* Lines that are refused as separators come before their message. */
	while (mbox_next(mbox, &item))
		if (item.kind != MBOX_REFUSED && item.kind != MBOX_UNTOLD)
			break;
	if (item.kind == MBOX_MAIL)
		go_on = handler->message(item.bytes, place, handler->data);
	mbox_free(mbox);
	stream_close(stream);
	return go_on;
}

/* ---- anything else, by another pass ----------------------------------------------------- */

static gboolean pass_message(struct slice raw, const struct origin *origin, void *data)
{
	const struct place_handler *handler = data;

	return !handler->wants(origin, handler->data) ||
	       handler->message(raw, origin, handler->data);
}

static gboolean pass_mail(struct mail *mail, GPtrArray *diags, gboolean matters, void *data)
{
	const struct place_handler *handler = data;

	(void)matters;
	if (handler->wants(&mail->origin, handler->data))
		return handler->mail(mail, diags, handler->data);
	mail_free(mail);
	g_ptr_array_unref(diags);
	return TRUE;
}

/* What is wrong with the file was told when it was read first. */
static gboolean pass_over(const char *file, const struct place_handler *handler)
{
	const char *const sources[] = {file, NULL};
	const struct ingest_handler all = {
		.message = pass_message, .mail = pass_mail, .data = (gpointer)handler};
	struct ingest_counts counts;

	return ingest_run(sources, NULL, &all, &counts, NULL);
}

/* ---- which of them ------------------------------------------------------------------------ */

/* Whether offsets of messages are those of the file's bytes. */
static gboolean is_plain(const char *file, int fd)
{
	const struct stream_limits limits = {G_MAXUINT64, G_MAXDOUBLE};
	struct stream *stream = stream_open(dup(fd), &limits);
	const char *name;
	enum form form = recognise(stream_peek(stream), &name);
	gboolean plain = !stream_codec(stream) &&
			 (form == FORM_MAIL || (walk_is_in_maildir(file) &&
						       (form == FORM_PAGE || form == FORM_DUMP)));

	stream_close(stream);
	return plain;
}

static gboolean read_file(const char *file, int fd, const struct origin *places, guint n,
	const struct place_handler *handler)
{
	if (!is_plain(file, fd))
		return pass_over(file, handler);
	for (guint i = 0; i < n; i++)
		if (!strcmp(places[i].path, file) && places[i].offset >= 0 &&
			!read_at(fd, &places[i], handler))
			return FALSE;
	return TRUE;
}

static gboolean read_repository(const char *git_dir, const struct origin *places, guint n,
	const struct place_handler *handler, const char **ret_reason)
{
	struct gitbox *box = gitbox_open_objects(git_dir);
	gboolean go_on = TRUE;

	if (!box)
		*ret_reason = reason_gone;
	for (guint i = 0; box && go_on && i < n; i++) {
		struct gitbox_mail mail;

		if (places[i].object && gitbox_read(box, places[i].object, &mail)) {
			go_on = handler->message(mail.bytes, &places[i], handler->data);
			gitbox_mail_clear(&mail);
		}
	}
	gitbox_unref(box);
	return go_on;
}

gboolean places_read(const char *file, const struct origin *places, guint n,
	const struct place_handler *handler, const char **ret_reason)
{
	struct stat st;

	*ret_reason = reason_changed;
	if (!strcmp(file, "-")) {
		*ret_reason = reason_stdin;
		return TRUE;
	}
	if (stat(file, &st) < 0) {
		*ret_reason = reason_gone;
		return TRUE;
	}
	if (S_ISDIR(st.st_mode))
		return read_repository(file, places, n, handler, ret_reason);
	if (!S_ISREG(st.st_mode)) {
		*ret_reason = reason_pipe;
		return TRUE;
	}

	int fd = open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0) {
		*ret_reason = reason_gone;
		return TRUE;
	}
	gboolean go_on = read_file(file, fd, places, n, handler);
	close(fd);
	return go_on;
}
