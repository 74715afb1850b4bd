/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "ingest/stream.h"

#include "ingest/ingest.h"

#include <bzlib.h>
#include <fcntl.h>
#include <lzma.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

static const struct stream_limits no_limits = {G_MAXUINT64, 1e12};

/* ---- packing ---------------------------------------------------------------------- */

static GByteArray *pack_gzip(const char *bytes, gsize len)
{
	z_stream z = {.next_in = (Bytef *)bytes, .avail_in = (guint)len};
	GByteArray *out = g_byte_array_new();

	g_assert_cmpint(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
	g_byte_array_set_size(out, (guint)deflateBound(&z, len));
	z.next_out = out->data;
	z.avail_out = out->len;
	g_assert_cmpint(deflate(&z, Z_FINISH), ==, Z_STREAM_END);
	g_byte_array_set_size(out, (guint)z.total_out);
	deflateEnd(&z);
	return out;
}

static GByteArray *pack_xz(const char *bytes, gsize len)
{
	GByteArray *out = g_byte_array_new();
	gsize used = 0;

	g_byte_array_set_size(out, (guint)lzma_stream_buffer_bound(len));
	g_assert_cmpint(lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, NULL, (const guint8 *)bytes,
				len, out->data, &used, out->len),
		==, LZMA_OK);
	g_byte_array_set_size(out, (guint)used);
	return out;
}

/* With a checksum, as the zstd command writes it. */
static GByteArray *pack_zstd(const char *bytes, gsize len)
{
	GByteArray *out = g_byte_array_new();
	ZSTD_CCtx *zstd = ZSTD_createCCtx();

	g_byte_array_set_size(out, (guint)ZSTD_compressBound(len));
	ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
	gsize used = ZSTD_compress2(zstd, out->data, out->len, bytes, len);
	g_assert_false(ZSTD_isError(used));
	g_byte_array_set_size(out, (guint)used);
	ZSTD_freeCCtx(zstd);
	return out;
}

static GByteArray *pack_bzip2(const char *bytes, gsize len)
{
	GByteArray *out = g_byte_array_new();
	guint used = (guint)(len + len / 100 + 600);

	g_byte_array_set_size(out, used);
	g_assert_cmpint(BZ2_bzBuffToBuffCompress(
				(char *)out->data, &used, (char *)bytes, (guint)len, 1, 0, 0),
		==, BZ_OK);
	g_byte_array_set_size(out, used);
	return out;
}

static const struct {
	const char *name;
	GByteArray *(*pack)(const char *bytes, gsize len);
	gsize grain; /* unpacked bytes that one damaged byte may cost before it */
} forms[] = {
	{"gzip", pack_gzip, 512},
	{"xz", pack_xz, 512},
	{"zstd", pack_zstd, 128 << 10},
	{"bzip2", pack_bzip2, 100 << 10},
};

/* Text that packs to about a third, like mail. */
static GString *make_text(gsize len)
{
	GString *text = g_string_sized_new(len + 80);

	while (text->len < len)
		g_string_append_printf(text, "%12d ± %2d%%  %+8.1f%%  perf-stat.i.%c%d\n",
			g_test_rand_int_range(0, 1 << 20), g_test_rand_int_range(0, 20),
			g_test_rand_double_range(-99, 99), g_test_rand_int_range('a', 'z'),
			g_test_rand_int_range(0, 50));
	return text;
}

/* ---- reading ----------------------------------------------------------------------- */

static struct stream *open_bytes(const guint8 *bytes, gsize len, const struct stream_limits *limits)
{
	int fd = memfd_create("test", MFD_CLOEXEC);

	g_assert_cmpint(fd, >=, 0);
	for (gsize at = 0; at < len;) {
		ssize_t n = write(fd, bytes + at, len - at);
		g_assert_cmpint(n, >, 0);
		at += (gsize)n;
	}
	g_assert_cmpint(lseek(fd, 0, SEEK_SET), ==, 0);
	return stream_open(fd, limits);
}

/* All that comes out, read in pieces of `room`; *ret_state: how it ended. */
static GString *read_all(const guint8 *bytes, gsize len, gsize room, enum stream_state *ret_state)
{
	struct stream *stream = open_bytes(bytes, len, &no_limits);
	GString *out = g_string_new(NULL);
	g_autofree char *piece = g_malloc(room);

	for (gsize n; (n = stream_read(stream, piece, room));)
		g_string_append_len(out, piece, (gssize)n);
	*ret_state = stream_state(stream);
	g_assert_cmpuint(stream_unpacked(stream), ==, out->len);
	g_assert_cmpint(*ret_state == STREAM_DAMAGED, ==, *stream_detail(stream) != '\0');
	stream_close(stream);
	return out;
}

static void comes_out(const guint8 *bytes, gsize len, const GString *want)
{
	static const gsize rooms[] = {1 << 20, 4096, 7};
	enum stream_state state;

	for (guint i = 0; i < G_N_ELEMENTS(rooms); i++) {
		GString *out = read_all(bytes, len, rooms[i], &state);
		g_assert_true(g_string_equal(out, want));
		g_assert_cmpint(state, ==, STREAM_END);
		g_string_free(out, TRUE);
	}
}

static void test_plain(void)
{
	static const gsize sizes[] = {0, 1, 65535, 65536, 65537, 300000};

	for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
		g_autoptr(GString) text = make_text(sizes[i]);
		g_string_truncate(text, sizes[i]);
		comes_out((const guint8 *)text->str, text->len, text);
	}
}

static void test_packed(void)
{
	g_autoptr(GString) text = make_text(300000);

	for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
		g_autoptr(GByteArray) packed = forms[i].pack(text->str, text->len);
		struct stream *stream = open_bytes(packed->data, packed->len, &no_limits);
		g_assert_cmpstr(stream_codec(stream), ==, forms[i].name);
		stream_close(stream);
		comes_out(packed->data, packed->len, text);
	}
}

/* Files written one behind the other are one; zeros are padding, other bytes damage. */
static void test_members(void)
{
	g_autoptr(GString) one = make_text(5000), two = make_text(90000);
	g_autoptr(GString) both = g_string_new(one->str);
	static const guint8 zeros[8] = {0};
	enum stream_state state;

	g_string_append(both, two->str);
	for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
		g_autoptr(GByteArray) packed = forms[i].pack(one->str, one->len);
		g_autoptr(GByteArray) second = forms[i].pack(two->str, two->len);

		g_byte_array_append(packed, zeros, sizeof zeros);
		g_byte_array_append(packed, second->data, second->len);
		g_byte_array_append(packed, zeros, sizeof zeros);
		comes_out(packed->data, packed->len, both);

		g_byte_array_append(packed, (const guint8 *)"garbage", 7);
		GString *out = read_all(packed->data, packed->len, 4096, &state);
		g_assert_true(g_string_equal(out, both));
		g_assert_cmpint(state, ==, STREAM_DAMAGED);
		g_string_free(out, TRUE);
	}
}

static void test_fingerprint(void)
{
	g_autoptr(GString) text = make_text(100000);
	g_autofree char *want =
		g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text->str, 65536);
	struct stream *stream = open_bytes((const guint8 *)text->str, text->len, &no_limits);

	g_assert_cmpstr(stream_fingerprint(stream), ==, want);
	g_assert_null(stream_codec(stream));
	stream_close(stream);
}

static void test_unreadable(void)
{
	struct stream *stream = stream_open(open("/", O_RDONLY | O_CLOEXEC), &no_limits);
	char byte;

	g_assert_cmpuint(stream_read(stream, &byte, 1), ==, 0);
	g_assert_cmpint(stream_state(stream), ==, STREAM_UNREADABLE);
	stream_close(stream);
}

/* ---- damage ------------------------------------------------------------------------ */

static gboolean is_prefix(const GString *part, const GString *whole, gsize len)
{
	return len <= part->len && len <= whole->len && !memcmp(part->str, whole->str, len);
}

/* What precedes a cut comes out; a byte changed there spares what precedes it, too. */
static void test_damage(void)
{
	g_autoptr(GString) text = make_text(400000);
	enum stream_state state;

	for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
		g_autoptr(GByteArray) packed = forms[i].pack(text->str, text->len);

		for (gsize at = 16; at < packed->len; at += packed->len / 37) {
			GString *cut = read_all(packed->data, at, 1 << 20, &state);
			g_assert_cmpint(state, ==, STREAM_DAMAGED);
			g_assert_true(is_prefix(cut, text, cut->len));
			gsize share = (gsize)((double)at / packed->len * .93 * (double)text->len);
			g_assert_cmpuint(cut->len + forms[i].grain + 2048, >=, share);

			packed->data[at] ^= 0x10;
			GString *changed = read_all(packed->data, packed->len, 1 << 20, &state);
			packed->data[at] ^= 0x10;
			/* zstd has bytes of which several values mean the same text */
			if (state == STREAM_END)
				g_assert_true(g_string_equal(changed, text));
			else
				g_assert_cmpint(state, ==, STREAM_DAMAGED);
			g_assert_true(is_prefix(changed, text, cut->len));
			g_string_free(cut, TRUE);
			g_string_free(changed, TRUE);
		}
	}
}

/* Cut in its very last bytes nothing of the text is missing, and it is told. */
static void test_cut_trailer(void)
{
	g_autoptr(GString) text = make_text(20000);
	enum stream_state state;

	for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
		if (forms[i].grain > 512)
			continue;
		g_autoptr(GByteArray) packed = forms[i].pack(text->str, text->len);
		GString *out = read_all(packed->data, packed->len - 1, 4096, &state);
		g_assert_true(g_string_equal(out, text));
		g_assert_cmpint(state, ==, STREAM_DAMAGED);
		g_string_free(out, TRUE);
	}
}

/* ---- unpacked ahead ------------------------------------------------------------------ */

/* So much that a thread of its own unpacks it, and more than it may be ahead. */
#define LONG_TEXT (6 << 20)

static void test_ahead(void)
{
	g_autoptr(GString) text = make_text(LONG_TEXT);
	enum stream_state state;

	for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
		g_autoptr(GByteArray) packed = forms[i].pack(text->str, text->len);

		GString *all = read_all(packed->data, packed->len, 300001, &state);
		g_assert_cmpint(state, ==, STREAM_END);
		g_assert_true(g_string_equal(all, text));

		GString *cut = read_all(packed->data, packed->len / 10 * 9, 1009, &state);
		g_assert_cmpint(state, ==, STREAM_DAMAGED);
		g_assert_true(is_prefix(cut, text, cut->len));
		g_assert_cmpuint(cut->len, >, text->len / 10 * 8);
		g_string_free(all, TRUE);
		g_string_free(cut, TRUE);
	}
}

/* Members that follow each other behind the point where the thread began. */
static void test_members_ahead(void)
{
	g_autoptr(GString) text = make_text(LONG_TEXT / 4);
	g_autoptr(GByteArray) packed = pack_zstd(text->str, text->len);
	g_autoptr(GByteArray) all = g_byte_array_new();
	enum stream_state state;

	for (guint i = 0; i < 8; i++)
		g_byte_array_append(all, packed->data, packed->len);
	GString *out = read_all(all->data, all->len, 1 << 20, &state);
	g_assert_cmpint(state, ==, STREAM_END);
	g_assert_cmpuint(out->len, ==, 8 * text->len);
	for (guint i = 0; i < 8; i++)
		g_assert_true(!memcmp(out->str + i * text->len, text->str, text->len));
	g_string_free(out, TRUE);
}

/* Who has seen enough does not wait for the rest. */
static void test_left_early(void)
{
	g_autoptr(GString) text = make_text(LONG_TEXT);
	g_autoptr(GByteArray) packed = pack_zstd(text->str, text->len);
	char piece[4096];

	for (guint64 until = 0; until < LONG_TEXT; until += LONG_TEXT / 13) {
		struct stream *stream = open_bytes(packed->data, packed->len, &no_limits);

		while (stream_unpacked(stream) < until)
			g_assert_cmpuint(stream_read(stream, piece, sizeof piece), >, 0);
		g_assert_cmpint(stream_state(stream), ==, STREAM_READING);
		g_assert_cmpstr(stream_codec(stream), ==, "zstd");
		stream_close(stream);
	}
}

/* ---- limits ------------------------------------------------------------------------ */

static enum stream_state state_within(
	const GByteArray *packed, const struct stream_limits *limits, guint64 *ret_unpacked)
{
	struct stream *stream = open_bytes(packed->data, packed->len, limits);
	g_autofree char *piece = g_malloc(1 << 20);

	while (stream_read(stream, piece, 1 << 20))
		continue;
	enum stream_state state = stream_state(stream);
	*ret_unpacked = stream_unpacked(stream);
	stream_close(stream);
	return state;
}

static void test_limits(void)
{
	gsize size = STREAM_RATIO_FREE + (16 << 20);
	g_autofree char *zeros = g_malloc0(size);
	g_autoptr(GByteArray) bomb = pack_zstd(zeros, size);
	g_autoptr(GByteArray) small = pack_gzip(zeros, 2 << 20);
	struct stream_limits bytes = {1 << 20, 1e9}, ratio = {G_MAXUINT64, 1000};
	guint64 unpacked;

	g_assert_cmpint(state_within(bomb, &ratio, &unpacked), ==, STREAM_TOO_LARGE);
	g_assert_cmpuint(unpacked, <=, STREAM_RATIO_FREE + (2 << 20));
	g_assert_cmpint(state_within(bomb, &bytes, &unpacked), ==, STREAM_TOO_LARGE);
	g_assert_cmpuint(unpacked, <=, 3 << 20);
	g_assert_cmpint(state_within(small, &bytes, &unpacked), ==, STREAM_TOO_LARGE);
	/* The ratio says nothing about small files. */
	g_assert_cmpint(state_within(small, &ratio, &unpacked), ==, STREAM_END);
	g_assert_cmpuint(unpacked, ==, 2 << 20);
}

/* An xz file that asks for that dictionary: the byte in its block header, with a sound sum. */
static GByteArray *claim_dictionary(guint8 code)
{
	GByteArray *xz = pack_xz("text", 4);
	guint8 *header = xz->data + 12;
	gsize size = ((gsize)header[0] + 1) * 4 - 4;

	for (gsize i = 1; i + 2 < size; i++)
		if (header[i] == 0x21 && header[i + 1] == 1) { /* LZMA2, one byte of properties */
			header[i + 2] = code;
			break;
		}
	guint32 sum = GUINT32_TO_LE(lzma_crc32(header, size, 0));
	memcpy(header + size, &sum, 4);
	return xz;
}

static void test_dictionaries(void)
{
	g_autoptr(GByteArray) allowed = claim_dictionary(30), large = claim_dictionary(32);
	guint64 unpacked;

	/* 30: 128 MiB, 32: 256 MiB. */
	g_assert_cmpint(state_within(allowed, &no_limits, &unpacked), ==, STREAM_END);
	g_assert_cmpuint(unpacked, ==, 4);
	g_assert_cmpint(state_within(large, &no_limits, &unpacked), ==, STREAM_MEMORY);

	/* In a second member, too. */
	g_autoptr(GByteArray) both = pack_xz("text", 4);
	g_byte_array_append(both, large->data, large->len);
	g_assert_cmpint(state_within(both, &no_limits, &unpacked), ==, STREAM_MEMORY);
	g_assert_cmpuint(unpacked, ==, 4);

	/* A zstd frame with a window of 256 MiB. */
	static const guint8 frame[] = {0x28, 0xb5, 0x2f, 0xfd, 0x00, 18 << 3, 0x01, 0, 0};
	g_autoptr(GByteArray) zstd = g_byte_array_new();
	g_byte_array_append(zstd, frame, sizeof frame);
	g_assert_cmpint(state_within(zstd, &no_limits, &unpacked), ==, STREAM_MEMORY);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/stream/plain", test_plain);
	g_test_add_func("/stream/packed", test_packed);
	g_test_add_func("/stream/members", test_members);
	g_test_add_func("/stream/fingerprint", test_fingerprint);
	g_test_add_func("/stream/unreadable", test_unreadable);
	g_test_add_func("/stream/damage", test_damage);
	g_test_add_func("/stream/cut-trailer", test_cut_trailer);
	g_test_add_func("/stream/ahead", test_ahead);
	g_test_add_func("/stream/members-ahead", test_members_ahead);
	g_test_add_func("/stream/left-early", test_left_early);
	g_test_add_func("/stream/limits", test_limits);
	g_test_add_func("/stream/dictionaries", test_dictionaries);
	return g_test_run();
}
