/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/position.h"

struct position *position_copy(const struct position *position)
{
	struct position *copy = g_memdup2(position, sizeof *position);

	copy->path = g_strdup(position->path);
	copy->revision = g_strdup(position->revision);
	copy->fingerprint = g_strdup(position->fingerprint);
	copy->mark = g_strdup(position->mark);
	copy->commit = g_strdup(position->commit);
	return copy;
}

void position_free(struct position *position)
{
	if (!position)
		return;
	g_free((char *)position->path);
	g_free((char *)position->revision);
	g_free((char *)position->fingerprint);
	g_free((char *)position->mark);
	g_free((char *)position->commit);
	g_free(position);
}
