/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text in UTF-16 as UTF-8, while it is read: some programs save mails so. */
#pragma once

#include "ingest/stream.h"

struct utf16;

/* The stream stays the caller's; peeked at, its order of bytes is told from there. */
struct utf16 *utf16_open(struct stream *stream);
void utf16_close(struct utf16 *utf16);

/* For stream_open_layer().  What is no UTF-16 becomes U+FFFD. */
gsize utf16_pull(void *data, char *to, gsize room, struct stream_end *ret_end);
