/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/stream.h"

#include "ingest/codec.h"

#include <errno.h>
#include <unistd.h>

#define FINGERPRINT_BYTES (64 << 10)
#define INPUT_SIZE (256 << 10)

struct stream {
	int fd;
	struct stream_limits limits;
	enum stream_state state;
	char *detail;
	char *fingerprint;

	char *input; /* bytes of the file that are not taken yet */
	gsize input_at, input_len;
	gboolean file_over;
	guint64 packed, unpacked;

	const struct codec *codec; /* NULL: plain */
	void *codec_state;         /* NULL: between two members */
};

static void finish(struct stream *s, enum stream_state state, char *detail)
{
	s->state = state;
	g_free(s->detail);
	s->detail = detail;
}

/* read() to the last byte or the end of the file. */
static gsize read_fully(struct stream *s, char *to, gsize room, gsize least)
{
	gsize got = 0;

	while (got < least && !s->file_over) {
		ssize_t n = read(s->fd, to + got, room - got);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			finish(s, STREAM_UNREADABLE, g_strdup(g_strerror(errno)));
		if (n <= 0)
			s->file_over = TRUE;
		else
			got += (gsize)n;
	}
	return got;
}

struct stream *stream_open(int fd, const struct stream_limits *limits)
{
	struct stream *s = g_new0(struct stream, 1);

	s->fd = fd;
	s->limits = *limits;
	s->input = g_malloc(INPUT_SIZE);
	s->input_len = read_fully(s, s->input, FINGERPRINT_BYTES, FINGERPRINT_BYTES);
	s->fingerprint = g_compute_checksum_for_data(
		G_CHECKSUM_SHA256, (const guchar *)s->input, s->input_len);
	s->codec = codec_recognise((struct slice){s->input, s->input_len});
	return s;
}

static void close_member(struct stream *s)
{
	if (s->codec_state)
		s->codec->close(s->codec_state);
	s->codec_state = NULL;
}

void stream_close(struct stream *s)
{
	if (!s)
		return;
	close_member(s);
	close(s->fd);
	g_free(s->input);
	g_free(s->fingerprint);
	g_free(s->detail);
	g_free(s);
}

/* ---- plain ------------------------------------------------------------------------ */

/* The head first; then from the file straight to the caller. */
static gsize read_plain(struct stream *s, char *to, gsize room)
{
	gsize n = MIN(room, s->input_len);

	if (n) {
		memcpy(to, s->input + s->input_at, n);
		s->input_at += n;
		s->input_len -= n;
	} else {
		n = read_fully(s, to, room, 1);
	}
	s->packed += n;
	if (!n && s->state == STREAM_READING)
		finish(s, STREAM_END, NULL);
	return n;
}

/* ---- compressed ------------------------------------------------------------------ */

static gboolean refill(struct stream *s)
{
	if (!s->input_len) {
		s->input_at = 0;
		s->input_len = read_fully(s, s->input, INPUT_SIZE, 1);
	}
	return s->input_len > 0;
}

static void take_input(struct stream *s, gsize n)
{
	s->input_at += n;
	s->input_len -= n;
	s->packed += n;
}

/* Between members: past padding, into the next one.  FALSE: the stream is over. */
static gboolean next_member(struct stream *s)
{
	while (refill(s) && s->packed && !s->input[s->input_at])
		take_input(s, 1);
	if (!s->input_len) {
		if (s->state == STREAM_READING)
			finish(s, STREAM_END, NULL);
		return FALSE;
	}
	s->codec_state = s->codec->open();
	if (!s->codec_state)
		finish(s, STREAM_MEMORY, g_strdup("there is no memory to unpack it"));
	return s->codec_state != NULL;
}

static void damaged(struct stream *s, const char *how)
{
	finish(s, STREAM_DAMAGED,
		g_strdup_printf("%s after %" G_GUINT64_FORMAT " bytes of %s data", how, s->packed,
			s->codec->name));
}

/* What was made to pass a limit is handed out still. */
static void check_limits(struct stream *s)
{
	if (s->state != STREAM_READING)
		return;
	if (s->unpacked > s->limits.bytes_max)
		finish(s, STREAM_TOO_LARGE,
			g_strdup_printf("it unpacks to more than %" G_GUINT64_FORMAT " bytes",
				s->limits.bytes_max));
	else if (s->unpacked > STREAM_RATIO_FREE &&
		 (double)s->unpacked > (double)s->packed * s->limits.ratio_max)
		finish(s, STREAM_TOO_LARGE,
			g_strdup_printf("it unpacks to more than %.0f times its size",
				s->limits.ratio_max));
}

static gsize step(struct stream *s, char *to, gsize room)
{
	gboolean had_input = refill(s);
	struct codec_io io = {s->input + s->input_at, s->input_len, to, room, NULL};
	enum codec_status status = s->codec->step(s->codec_state, &io);
	gsize taken = s->input_len - io.in_len, made = room - io.out_len;
	take_input(s, taken);

	switch (status) {
	case CODEC_OK:
		if (!taken && !made && s->state == STREAM_READING)
			damaged(s, had_input ? "no further" : "cut");
		break;
	case CODEC_END:
		close_member(s);
		break;
	case CODEC_DAMAGED:
		damaged(s, io.detail);
		break;
	case CODEC_MEMORY:
		finish(s, STREAM_MEMORY,
			g_strdup_printf(
				"its %s dictionary is larger than is allowed", s->codec->name));
		break;
	}
	return made;
}

static gsize read_packed(struct stream *s, char *to, gsize room)
{
	gsize made = 0;

	while (!made && s->state == STREAM_READING) {
		if (!s->codec_state && !next_member(s))
			break;
		made = step(s, to, room);
		s->unpacked += made;
		check_limits(s);
	}
	return made;
}

gsize stream_read(struct stream *s, char *to, gsize room)
{
	if (!s->codec) {
		gsize n = s->state == STREAM_READING || s->input_len ? read_plain(s, to, room) : 0;
		s->unpacked += n;
		return n;
	}
	return read_packed(s, to, room);
}

enum stream_state stream_state(const struct stream *s)
{
	return s->state;
}

const char *stream_detail(const struct stream *s)
{
	return s->detail ? s->detail : "";
}

const char *stream_codec(const struct stream *s)
{
	return s->codec ? s->codec->name : NULL;
}

guint64 stream_unpacked(const struct stream *s)
{
	return s->unpacked;
}

guint64 stream_packed(const struct stream *s)
{
	return s->packed;
}

const char *stream_fingerprint(const struct stream *s)
{
	return s->fingerprint;
}
