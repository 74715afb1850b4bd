/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The `commit:` list of a table, in all its forms:
 *
 *   4b50bcc7ed ("title")             4b50bcc7ed title            v5.4-rc4
 *   4b50bcc7ed ("title")  <-- note   4b50bcc7ed  <-- note        4b50bcc7ed = base + patch
 */
#pragma once

#include "parse/line.h"
#include "parse/records.h"

/*
 * One entry from its line(s); `lines` are consecutive lines of the list, of which the
 * further ones are taken as long as a title's quotation is open.  Sets listed, title
 * and note of *ret_column.  Returns the number of lines taken.  A title over several
 * lines is put together in `text`.
 */
guint commit_entry_read(
	const struct line *lines, guint count, GStringChunk *text, struct column *ret_column);

/*
 * Gives each head its entry: the i-th when there are as many and they do not
 * contradict, else the one with the same id.  FALSE when an entry or a head is left over.
 */
gboolean commits_match(
	struct column *columns, guint count, const struct column *entries, guint entry_count);
