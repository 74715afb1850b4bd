/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What of a message may be given to a MIME library: 100,000 parts or 200,000
 * header fields would cost it 134 MB, and what it makes of a header that does not
 * end in a blank line, or holds NUL, is its own.
 *
 * The header is brought into order (and within limits); the body is cut where its
 * structure goes beyond them, which keeps the parts before.
 */
#pragma once

#include "base/diag.h"
#include "base/slice.h"
#include "ingest/mime.h"

/* GMime's reader of addresses is quadratic in some fields: 64 KiB cost it a second. */
#define CAPS_FIELDS_MAX 10000            /* of all headers of a message */
#define CAPS_FIELD_MAX (32 << 10)        /* bytes of one field */
#define CAPS_CONTENT_FIELD_MAX (4 << 10) /* of a Content-... field */
#define CAPS_HEADERS_MAX (1 << 20)       /* bytes of the headers of all parts */

struct caps_text {
	struct slice text; /* header, blank line, body: for the MIME library; may be empty */
	struct slice body; /* what stands behind the blank line */
	gboolean flat;     /* no header, or a structure beyond use: body is just text,
			    * and `text` is the header alone */
	char *owned;       /* what `text` lies in when it is a copy; g_free() */
};

/* Emits what was left out.  The slices point into `raw` or `owned`. */
struct caps_text caps_apply(
	struct slice raw, const struct origin *origin, const struct diag_sink *sink);
