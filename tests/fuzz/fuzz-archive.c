/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives, any bytes: members come and can be read within the limits. */
#define _GNU_SOURCE
#include "ingest/pack.h"

#include <sys/mman.h>
#include <unistd.h>

#define MEMBERS_MAX 1000

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void read_member(struct pack *pack, struct stream *archive)
{
	struct stream *stream = stream_open_layer(pack_pull, pack, stream_meter(archive));
	char bytes[4096];

	stream_peek(stream);
	while (stream_read(stream, bytes, sizeof bytes))
		;
	g_assert_true(stream_state(stream) != STREAM_READING);
	stream_close(stream);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	static const struct stream_limits limits = {8 << 20, 1000};
	int fd = memfd_create("fuzz", MFD_CLOEXEC);
	struct pack_member member;
	struct stream_end end;

	if (fd < 0 || write(fd, data, size) != (ssize_t)size || lseek(fd, 0, SEEK_SET) < 0)
		return 0;
	struct stream *stream = stream_open(fd, &limits);
	stream_peek(stream);
	struct pack *pack = pack_open(stream);
	for (guint n = 0; n < MEMBERS_MAX && pack_next(pack, &member); n++) {
		g_assert_true(strlen(member.name) <= 3 * PACK_NAME_MAX);
		if (member.kind == PACK_FILE)
			read_member(pack, stream);
		if (!stream_meter_count(stream_meter(stream), 0, &end))
			break;
	}
	pack_close(pack);
	stream_close(stream);
	return 0;
}
