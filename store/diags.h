/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every diagnostic with its place, as a query: alias d, with p its path and m, r the
 * message and report that it belongs to, if any.
 *
 * Those of a message stand where the kept copy was first met.  That copies differ is
 * not stored: it follows from the sightings, whatever came first.
 */
#pragma once

#define FIRST_SIGHTING(of)                                                                         \
	"(SELECT g.id FROM sightings g JOIN paths b ON b.id = g.path_id "                          \
	"WHERE g.message = m.id" of " ORDER BY b.path, coalesce(g.byte_offset, -1), "              \
	"coalesce(g.object, '') LIMIT 1)"

/* The first place where the kept copy stood; where that is forgotten, the first at all. */
#define KEPT_SIGHTING                                                                              \
	"coalesce(" FIRST_SIGHTING(" AND g.copy_hash = m.copy_hash") ", " FIRST_SIGHTING("") ")"

#define DIAGS_CTE                                                                                  \
	"WITH all_diags (message, path_id, byte_offset, object, kind, part, line, detail, "        \
	"excerpt) AS ("                                                                            \
	"SELECT NULL, path_id, byte_offset, object, kind, part, line, detail, excerpt "            \
	"FROM diagnostics WHERE message IS NULL "                                                  \
	"UNION ALL "                                                                               \
	"SELECT m.id, s.path_id, s.byte_offset, s.object, d.kind, d.part, d.line, d.detail, "      \
	"d.excerpt FROM diagnostics d JOIN messages m ON m.id = d.message "                        \
	"LEFT JOIN sightings s ON s.id = " KEPT_SIGHTING " "                                       \
	"UNION ALL "                                                                               \
	"SELECT s.message, s.path_id, s.byte_offset, s.object, 'copy-differs', 0, 0, "             \
	"'another copy of this message is kept', NULL "                                            \
	"FROM sightings s JOIN messages m ON m.id = s.message WHERE s.copy_text <> m.copy_text) "

#define FROM_DIAGS                                                                                 \
	" FROM all_diags d LEFT JOIN paths p ON p.id = d.path_id "                                 \
	"LEFT JOIN messages m ON m.id = d.message LEFT JOIN reports r ON r.message = m.id"
