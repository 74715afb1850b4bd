/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/stream.h"

#include "ingest/ahead.h"
#include "ingest/codec.h"

#include <errno.h>
#include <nettle/base16.h>
#include <nettle/sha2.h>
#include <unistd.h>

#define INPUT_SIZE (256 << 10)
/* Unpacked bytes; a thread is not worth its while for files that end before. */
#define AHEAD_FROM (1 << 20)

struct stream {
	int fd; /* -1: a layer, */
	stream_pull pull;
	void *pull_data;

	struct stream_meter *meter, own_meter;
	enum stream_state state;
	char *detail;
	char *fingerprint; /* NULL: a layer, or an unpacker's */

	char *input; /* bytes that are not taken yet */
	gsize input_at, input_len;
	gboolean file_over;

	char *ahead; /* unpacked bytes that were peeked at; NULL: none */
	gsize ahead_at, ahead_len;
	guint64 packed, unpacked;

	const struct codec *codec; /* NULL: plain */
	void *codec_state;         /* NULL: between two members */
	struct ahead *unpacker;    /* has taken over what is packed; NULL: nobody */
};

static void finish(struct stream *s, enum stream_state state, char *detail)
{
	s->state = state;
	g_free(s->detail);
	s->detail = detail;
}

/* ---- where bytes come from -------------------------------------------------------- */

/* Once; 0: the file is over, or broken. */
static gsize read_descriptor(struct stream *s, char *to, gsize room)
{
	ssize_t n;

	do
		n = read(s->fd, to, room);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		finish(s, STREAM_UNREADABLE, g_strdup(g_strerror(errno)));
	return n > 0 ? (gsize)n : 0;
}

static gsize read_layer(struct stream *s, char *to, gsize room)
{
	struct stream_end end = {STREAM_END, NULL};
	gsize n = s->pull(s->pull_data, to, room, &end);

	if (!n && end.state != STREAM_END)
		finish(s, end.state, g_strdup(end.detail));
	return n;
}

/* To the least number of bytes, or the end. */
static gsize read_fully(struct stream *s, char *to, gsize room, gsize least)
{
	gsize got = 0;

	while (got < least && !s->file_over) {
		gsize n = s->pull ? read_layer(s, to + got, room - got)
				  : read_descriptor(s, to + got, room - got);
		s->file_over = !n;
		got += n;
	}
	return got;
}

static struct stream *open_from(struct stream *s, gsize head)
{
	s->input = g_malloc(INPUT_SIZE);
	s->input_len = read_fully(s, s->input, head, head);
	s->codec = codec_recognise((struct slice){s->input, s->input_len});
	return s;
}

struct stream *stream_open(int fd, const struct stream_limits *limits)
{
	struct stream *s = g_new0(struct stream, 1);

	s->fd = fd;
	s->own_meter.limits = *limits;
	s->meter = &s->own_meter;
	open_from(s, STREAM_FINGERPRINT_BYTES);
	s->fingerprint = stream_head_fingerprint(s, G_MAXUINT64);
	return s;
}

/* By nettle, as in mime.c: of a maildir's files it was a fifth of all time by GLib. */
char *stream_head_fingerprint(const struct stream *s, guint64 size)
{
	char *digits = g_malloc(BASE16_ENCODE_LENGTH(SHA256_DIGEST_SIZE) + 1);
	guint8 digest[SHA256_DIGEST_SIZE];
	struct sha256_ctx sum;

	sha256_init(&sum);
	sha256_update(&sum, (gsize)MIN(size, s->input_len), (const guint8 *)s->input);
	sha256_digest(&sum, sizeof digest, digest);
	base16_encode_update(digits, sizeof digest, digest);
	digits[BASE16_ENCODE_LENGTH(sizeof digest)] = '\0';
	return digits;
}

struct stream *stream_open_layer(stream_pull pull, void *data, struct stream_meter *meter)
{
	struct stream *s = g_new0(struct stream, 1);

	s->fd = -1;
	s->pull = pull;
	s->pull_data = data;
	s->meter = meter;
	return open_from(s, STREAM_PEEK);
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
	ahead_free(s->unpacker);
	close_member(s);
	if (s->fd >= 0)
		close(s->fd);
	g_free(s->input);
	g_free(s->ahead);
	g_free(s->fingerprint);
	g_free(s->detail);
	g_free(s);
}

/* Of a layer they were unpacked before. */
static void count_packed(struct stream *s, gsize n)
{
	s->packed += n;
	if (!s->pull)
		s->meter->packed += n;
}

/* ---- limits ------------------------------------------------------------------------ */

gboolean stream_meter_count(struct stream_meter *meter, guint64 made, struct stream_end *ret_end)
{
	meter->unpacked += made;
	if (meter->unpacked > meter->limits.bytes_max)
		*ret_end = (struct stream_end){
			STREAM_TOO_LARGE, "it unpacks to more bytes than are allowed"};
	else if (meter->unpacked > STREAM_RATIO_FREE &&
		 (double)meter->unpacked > (double)meter->packed * meter->limits.ratio_max)
		*ret_end = (struct stream_end){
			STREAM_TOO_LARGE, "it unpacks to more times its size than are allowed"};
	else
		return TRUE;
	return FALSE;
}

struct stream_meter *stream_meter(struct stream *s)
{
	return s->meter;
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
	count_packed(s, n);
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
	count_packed(s, n);
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
static void count_made(struct stream *s, gsize made)
{
	struct stream_end end;

	if (!stream_meter_count(s->meter, made, &end) && s->state == STREAM_READING)
		finish(s, end.state, g_strdup(end.detail));
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
		count_made(s, made);
	}
	return made;
}

/* ---- compressed, by another thread ------------------------------------------------ */

/* A file, that is: layers, and what was handed over to a thread, have no fingerprint. */
static gboolean may_go_ahead(const struct stream *s)
{
	return s->codec && s->fingerprint && !s->unpacker && s->unpacked >= AHEAD_FROM &&
	       s->state == STREAM_READING;
}

/* All that unpacking needs goes to a stream of its own; its bytes are counted here. */
static void go_ahead(struct stream *s)
{
	struct stream *packed = g_new0(struct stream, 1);

	*packed = *s;
	packed->meter = &packed->own_meter;
	packed->own_meter = (struct stream_meter){.limits = {G_MAXUINT64, G_MAXDOUBLE}};
	packed->fingerprint = packed->ahead = NULL;
	packed->ahead_at = packed->ahead_len = 0;
	s->fd = -1;
	s->input = NULL;
	s->codec_state = NULL;
	s->unpacker = ahead_new(packed);
}

static gsize read_unpacked(struct stream *s, char *to, gsize room)
{
	if (s->state != STREAM_READING)
		return 0;
	gsize n = ahead_read(s->unpacker, to, room);
	count_packed(s, ahead_packed(s->unpacker) - s->packed);
	count_made(s, n);
	if (!n && s->state == STREAM_READING) {
		struct stream_end end = ahead_end(s->unpacker);
		finish(s, end.state, g_strdup(end.detail));
	}
	return n;
}

/* ---- both --------------------------------------------------------------------------- */

static gsize read_on(struct stream *s, char *to, gsize room)
{
	if (s->unpacker)
		return read_unpacked(s, to, room);
	if (s->codec)
		return read_packed(s, to, room);
	return s->state == STREAM_READING || s->input_len ? read_plain(s, to, room) : 0;
}

struct slice stream_peek(struct stream *s)
{
	if (!s->ahead) {
		s->ahead = g_malloc(STREAM_PEEK);
		for (gsize n = 1; n && s->ahead_len < STREAM_PEEK; s->ahead_len += n)
			n = read_on(s, s->ahead + s->ahead_len, STREAM_PEEK - s->ahead_len);
	}
	return (struct slice){s->ahead + s->ahead_at, s->ahead_len - s->ahead_at};
}

static gsize read_ahead(struct stream *s, char *to, gsize room)
{
	gsize n = MIN(room, s->ahead_len - s->ahead_at);

	if (n)
		memcpy(to, s->ahead + s->ahead_at, n);
	s->ahead_at += n;
	return n;
}

gsize stream_read(struct stream *s, char *to, gsize room)
{
	gsize n = read_ahead(s, to, room);

	if (may_go_ahead(s))
		go_ahead(s);
	if (!n)
		n = read_on(s, to, room);
	s->unpacked += n;
	return n;
}

gboolean stream_seek(struct stream *s, gint64 offset, int whence, gint64 *ret_at)
{
	if (s->codec || s->pull || lseek(s->fd, 0, SEEK_CUR) < 0)
		return FALSE;
	/* The descriptor is ahead of the reader by what lies in the buffers. */
	if (whence == SEEK_CUR)
		offset -= (gint64)(s->input_len + s->ahead_len - s->ahead_at);
	off_t at = lseek(s->fd, offset, whence);
	if (at < 0)
		return FALSE;
	s->input_len = 0;
	s->ahead_at = s->ahead_len;
	s->file_over = FALSE;
	s->state = STREAM_READING;
	if (ret_at)
		*ret_at = at;
	return TRUE;
}

gboolean stream_skip(struct stream *s, guint64 bytes)
{
	g_autofree char *scratch = NULL;

	if (bytes <= G_MAXINT64 && stream_seek(s, (gint64)bytes, SEEK_SET, NULL)) {
		s->unpacked = bytes;
		return TRUE;
	}
	scratch = g_malloc(INPUT_SIZE);
	while (s->unpacked < bytes)
		if (!stream_read(s, scratch, (gsize)MIN(bytes - s->unpacked, INPUT_SIZE)))
			return FALSE;
	return TRUE;
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
