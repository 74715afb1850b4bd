/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The splitter, and the codecs before it, on any bytes: items come in order, tile the
 * stream and can be read.
 */
#define _GNU_SOURCE
#include "ingest/mbox.h"
#include "ingest/recognise.h"

#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static volatile unsigned sum;

static void touch(struct slice text)
{
	for (gsize i = 0; i < text.len; i++)
		sum += (unsigned char)text.at[i];
}

static void split(struct stream *stream, gboolean whole)
{
	struct mbox *mbox = mbox_new(stream, whole);
	struct mbox_item item;
	const char *name;
	guint64 end = 0;

	recognise(mbox_head(mbox), &name);
	while (mbox_next(mbox, &item)) {
		touch(item.bytes);
		if (item.kind == MBOX_REFUSED || item.kind == MBOX_UNTOLD)
			continue;
		g_assert_true(item.bytes.len <= item.size);
		g_assert_true(!end || item.offset == end);
		end = item.offset + item.size;
	}
	g_assert_true(!end || end == stream_unpacked(stream));
	g_assert_true(stream_state(stream) != STREAM_READING);
	mbox_free(mbox);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	static const struct stream_limits limits = {8 << 20, 1000};
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size || lseek(fd, 0, SEEK_SET) < 0)
		return 0;
	struct stream *stream = stream_open(fd, &limits);
	split(stream, size && data[size - 1] == 'W');
	stream_close(stream);
	return 0;
}
