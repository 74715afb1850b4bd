/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/codec.h"

#include "ingest/ingest.h"

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

/* The libraries count a step's bytes in an unsigned int; a step is never so large. */
#define STEP_MAX (1u << 30)

static guint step_size(gsize n)
{
	return (guint)MIN(n, STEP_MAX);
}

/* Moves both ends by what a step has left. */
static void advance(struct codec_io *io, gsize taken, gsize made)
{
	io->in += taken;
	io->in_len -= taken;
	io->out += made;
	io->out_len -= made;
}

/* ---- gzip ----------------------------------------------------------------------- */

static gboolean gzip_knows(struct slice head)
{
	return slice_starts(head, "\x1f\x8b\x08");
}

static void *gzip_open(void)
{
	z_stream *z = g_new0(z_stream, 1);

	if (inflateInit2(z, 15 + 16) == Z_OK) /* the largest window, gzip's header */
		return z;
	g_free(z);
	return NULL;
}

static enum codec_status gzip_step(void *state, struct codec_io *io)
{
	z_stream *z = state;
	guint in = step_size(io->in_len), out = step_size(io->out_len);

	z->next_in = (Bytef *)io->in;
	z->avail_in = in;
	z->next_out = (Bytef *)io->out;
	z->avail_out = out;
	int ret = inflate(z, Z_NO_FLUSH);
	advance(io, in - z->avail_in, out - z->avail_out);
	if (ret == Z_STREAM_END)
		return CODEC_END;
	if (ret == Z_OK || ret == Z_BUF_ERROR)
		return CODEC_OK;
	io->detail = z->msg ? z->msg : "no gzip data";
	return CODEC_DAMAGED;
}

static void gzip_close(void *state)
{
	inflateEnd(state);
	g_free(state);
}

/* ---- xz ------------------------------------------------------------------------- */

static gboolean xz_knows(struct slice head)
{
	return head.len >= 6 && !memcmp(head.at,
					"\xfd"
					"7zXZ\0",
					6);
}

static void *xz_open(void)
{
	lzma_stream *xz = g_new(lzma_stream, 1);

	*xz = (lzma_stream)LZMA_STREAM_INIT;
	/* Beside the dictionary the decoder takes some 100 KiB. */
	if (lzma_stream_decoder(xz, INGEST_DICTIONARY_MAX + (1 << 20), 0) == LZMA_OK)
		return xz;
	g_free(xz);
	return NULL;
}

static enum codec_status xz_step(void *state, struct codec_io *io)
{
	lzma_stream *xz = state;

	xz->next_in = (const guint8 *)io->in;
	xz->avail_in = io->in_len;
	xz->next_out = (guint8 *)io->out;
	xz->avail_out = io->out_len;
	lzma_ret ret = lzma_code(xz, LZMA_RUN);
	advance(io, io->in_len - xz->avail_in, io->out_len - xz->avail_out);

	switch (ret) {
	case LZMA_OK:
	case LZMA_BUF_ERROR:
		return CODEC_OK;
	case LZMA_STREAM_END:
		return CODEC_END;
	case LZMA_MEMLIMIT_ERROR:
		return CODEC_MEMORY;
	case LZMA_FORMAT_ERROR:
		io->detail = "no xz data";
		return CODEC_DAMAGED;
	case LZMA_OPTIONS_ERROR:
		io->detail = "a kind of xz data that is not known";
		return CODEC_DAMAGED;
	default:
		io->detail = "broken xz data";
		return CODEC_DAMAGED;
	}
}

static void xz_close(void *state)
{
	lzma_end(state);
	g_free(state);
}

/* ---- zstd ----------------------------------------------------------------------- */

/* A frame, or a skippable one, with which parallel compressors begin. */
static gboolean zstd_knows(struct slice head)
{
	return slice_starts(head, "\x28\xb5\x2f\xfd") ||
	       (head.len >= 4 && (head.at[0] & 0xf0) == 0x50 &&
		       !memcmp(head.at + 1, "\x2a\x4d\x18", 3));
}

struct zstd {
	ZSTD_DCtx *context;
	gsize want; /* input bytes of the next step: the block at hand */
};

static void *zstd_open(void)
{
	ZSTD_DCtx *context = ZSTD_createDCtx();

	if (!context)
		return NULL;
	ZSTD_DCtx_setParameter(
		context, ZSTD_d_windowLogMax, (int)g_bit_storage(INGEST_DICTIONARY_MAX) - 1);
	struct zstd *zstd = g_new(struct zstd, 1);
	*zstd = (struct zstd){context, ZSTD_initDStream(context)};
	return zstd;
}

/* A block at a time: what a step made before it fails is not told. */
static enum codec_status zstd_step(void *state, struct codec_io *io)
{
	struct zstd *zstd = state;
	ZSTD_inBuffer in = {io->in, MIN(io->in_len, zstd->want), 0};
	ZSTD_outBuffer out = {io->out, io->out_len, 0};
	gsize ret = ZSTD_decompressStream(zstd->context, &out, &in);

	advance(io, in.pos, out.pos);
	if (!ZSTD_isError(ret)) {
		zstd->want = ret;
		return ret ? CODEC_OK : CODEC_END;
	}
	if (ZSTD_getErrorCode(ret) == ZSTD_error_frameParameter_windowTooLarge)
		return CODEC_MEMORY;
	io->detail = ZSTD_getErrorName(ret);
	return CODEC_DAMAGED;
}

static void zstd_close(void *state)
{
	struct zstd *zstd = state;

	ZSTD_freeDCtx(zstd->context);
	g_free(zstd);
}

/* ---- bzip2 ---------------------------------------------------------------------- */

static gboolean bzip2_knows(struct slice head)
{
	return head.len >= 10 && slice_starts(head, "BZh") && g_ascii_isdigit(head.at[3]) &&
	       (!memcmp(head.at + 4, "1AY&SY", 6) || !memcmp(head.at + 4, "\x17rE8P\x90", 6));
}

static void *bzip2_open(void)
{
	bz_stream *bz = g_new0(bz_stream, 1);

	if (BZ2_bzDecompressInit(bz, 0, 0) == BZ_OK)
		return bz;
	g_free(bz);
	return NULL;
}

static enum codec_status bzip2_step(void *state, struct codec_io *io)
{
	bz_stream *bz = state;
	guint in = step_size(io->in_len), out = step_size(io->out_len);

	bz->next_in = (char *)io->in;
	bz->avail_in = in;
	bz->next_out = io->out;
	bz->avail_out = out;
	int ret = BZ2_bzDecompress(bz);
	advance(io, in - bz->avail_in, out - bz->avail_out);
	if (ret == BZ_STREAM_END)
		return CODEC_END;
	if (ret == BZ_OK)
		return CODEC_OK;
	io->detail = ret == BZ_DATA_ERROR_MAGIC ? "no bzip2 data" : "broken bzip2 data";
	return CODEC_DAMAGED;
}

static void bzip2_close(void *state)
{
	BZ2_bzDecompressEnd(state);
	g_free(state);
}

/* ---- which ---------------------------------------------------------------------- */

static const struct codec codecs[] = {
	{"gzip", gzip_knows, gzip_open, gzip_step, gzip_close},
	{"xz", xz_knows, xz_open, xz_step, xz_close},
	{"zstd", zstd_knows, zstd_open, zstd_step, zstd_close},
	{"bzip2", bzip2_knows, bzip2_open, bzip2_step, bzip2_close},
};

const struct codec *codec_recognise(struct slice head)
{
	for (guint i = 0; i < G_N_ELEMENTS(codecs); i++)
		if (codecs[i].knows(head))
			return &codecs[i];
	return NULL;
}
