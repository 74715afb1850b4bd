/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/utf16.h"

#define CHUNK (16 << 10)
#define MARK 0xfeff /* of the order of bytes */
#define UTF8_MAX 4  /* bytes of a character */

/* By hand: iconv stops at a lone surrogate, and a damaged mail is read on. */
struct utf16 {
	struct stream *stream;
	gboolean big_endian;
	guchar chunk[CHUNK];
	gsize at, len;
	gunichar high; /* a surrogate that waits for its other half; 0: none */
};

struct utf16 *utf16_open(struct stream *stream)
{
	struct utf16 *u = g_new0(struct utf16, 1);
	struct slice head = stream_peek(stream);

	u->stream = stream;
	u->big_endian = slice_starts(head, "\xfe\xff") || (head.len && !head.at[0]);
	return u;
}

void utf16_close(struct utf16 *u)
{
	g_free(u);
}

/* FALSE: the stream is over; half a unit at its end is dropped. */
static gboolean next_unit(struct utf16 *u, gunichar *ret_unit)
{
	if (u->len - u->at < 2) {
		memmove(u->chunk, u->chunk + u->at, u->len - u->at);
		u->len -= u->at;
		u->at = 0;
		for (gsize n = 1; n && u->len < 2; u->len += n)
			n = stream_read(u->stream, (char *)u->chunk + u->len, CHUNK - u->len);
		if (u->len < 2)
			return FALSE;
	}
	guchar first = u->chunk[u->at], second = u->chunk[u->at + 1];
	*ret_unit =
		u->big_endian ? (gunichar)(first << 8 | second) : (gunichar)(second << 8 | first);
	u->at += 2;
	return TRUE;
}

/* The bytes that a unit completes, at most two characters. */
static gsize put_unit(struct utf16 *u, gunichar unit, char *to)
{
	gboolean is_high = unit >= 0xd800 && unit < 0xdc00,
		 is_low = unit >= 0xdc00 && unit < 0xe000;
	gsize n = 0;

	if (is_low && u->high)
		unit = 0x10000 + ((u->high - 0xd800) << 10) + (unit - 0xdc00);
	else if (u->high)
		n = (gsize)g_unichar_to_utf8(0xfffd, to);
	u->high = is_high ? unit : 0;
	if (is_high || unit == MARK)
		return n;
	if (unit >= 0xd800 && unit < 0xe000)
		unit = 0xfffd;
	return n + (gsize)g_unichar_to_utf8(unit, to + n);
}

gsize utf16_pull(void *data, char *to, gsize room, struct stream_end *ret_end)
{
	struct utf16 *u = data;
	gunichar unit;
	gsize n = 0;

	while (n + 2 * UTF8_MAX <= room && next_unit(u, &unit))
		n += put_unit(u, unit, to + n);
	*ret_end = (struct stream_end){stream_state(u->stream), stream_detail(u->stream)};
	return n;
}
