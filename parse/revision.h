/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The revision of all that stands between the bytes of a source and the store: ingest/,
 * parse/ and what compare/ judges of single mails.  Raise it with each change after which
 * the same bytes give other records: sources that an older program read are then read
 * whole again.  (A change of the rules needs no other number.)
 */
#pragma once

#define PARSE_REVISION 3
