/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pages and dumps, which show messages without being mail; inner to ingest/. */
#pragma once

#include "ingest/reading.h"
#include "ingest/recognise.h"

#define SHOWN_MAX (16 << 20) /* bytes of a page or dump that are read */

/* Hands on what FORM_PAGE or FORM_DUMP shows.  FALSE: the handler stopped the run. */
gboolean shown_read(struct reading *r, enum form form);

/*
 * Text in which nothing parts messages: one message, if a report may be in it
 * (*ret_taken).  FALSE: the handler stopped the run.
 */
gboolean shown_text(struct reading *r, struct slice bytes, guint64 offset, gboolean *ret_taken);
