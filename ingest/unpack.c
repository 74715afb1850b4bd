/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/unpack.h"

#include "ingest/codec.h"

#define STEP_BYTES (64 << 10)

/* One member of the stream into `out`; TRUE when it is whole. */
static gboolean unpack_member(const struct codec *codec, struct codec_io *io, GString *out,
	gsize max, const char **ret_damage)
{
	g_autofree char *buffer = g_malloc(STEP_BYTES);
	void *state = codec->open();
	enum codec_status status = CODEC_DAMAGED;

	*ret_damage = "it is damaged";
	for (gboolean stuck = !state; !stuck;) {
		gsize in = io->in_len;

		io->out = buffer;
		io->out_len = STEP_BYTES;
		status = codec->step(state, io);
		gsize made = MIN(STEP_BYTES - io->out_len, max - out->len);
		g_string_append_len(out, buffer, (gssize)made);
		stuck = status != CODEC_OK || out->len == max ||
			(in == io->in_len && io->out_len == STEP_BYTES);
	}
	if (state)
		codec->close(state);
	if (status == CODEC_MEMORY)
		*ret_damage = "it wants a larger dictionary than is allowed";
	else if (out->len == max)
		*ret_damage = "it unpacks to more than is read";
	else if (status == CODEC_OK)
		*ret_damage = "it ends early";
	return status == CODEC_END && out->len < max;
}

struct unpacked unpack(struct slice packed, gsize max)
{
	const struct codec *codec = codec_recognise(packed);
	struct codec_io io = {.in = packed.at, .in_len = packed.len};
	struct unpacked result = {0};
	GString *out;

	if (!codec || !max)
		return result;
	out = g_string_new(NULL);
	while (unpack_member(codec, &io, out, max, &result.damage)) {
		result.damage = NULL;
		if (codec_recognise((struct slice){io.in, io.in_len}) != codec)
			break;
	}
	result.len = out->len;
	result.bytes = g_string_free(out, FALSE);
	return result;
}
