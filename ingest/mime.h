/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One raw message into a struct mail, through GMime.
 *
 * GMime only takes MIME apart and undoes transfer encodings; charsets are ours
 * (g_mime_text_part_get_text() deletes bytes that do not fit the label): strict
 * UTF-8, else the label, else windows-1252.  Caps are checked before GMime sees
 * the bytes.
 */
#pragma once

#include "base/diag.h"
#include "parse/mail.h"

#define MIME_HEADER_MAX (256 << 10)
#define MIME_PARTS_MAX 1000
#define MIME_DEPTH_MAX 20
#define MIME_BOUNDARY_MAX 2048
#define MIME_PART_BYTES_MAX (64 << 20)
#define MIME_LOG_BYTES_MAX (16 << 20) /* of all kernel logs of a message, unpacked */

/* Once per process, before any thread calls mime_read(). */
void mime_init(void);

/*
 * Always a mail (owned by the caller, mail_free()), however broken the bytes: at
 * worst one text part with the whole body.  `raw` must outlive the call only.
 * Without a Message-ID one is made: "sha256:" and 16 digits of the repaired text.
 */
struct mail *mime_read(struct slice raw, const struct origin *origin, const struct diag_sink *sink);

/*
 * What every message gets, wherever it came from: complaints of its date, and an id
 * when it has none.  `raw` names a message without text.
 */
void mime_settle(struct mail *mail, struct slice raw, const struct diag_sink *sink);

/* The text of a part with its lost line ends put back, the caller's; NULL: none is lost. */
GString *mime_break_lines(struct slice text, struct mail_part *part);

/* The size and the sum of a part's decoded bytes. */
void mime_measure(struct mail_part *part, struct slice bytes);
