/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scan for ids against hostile headers; what it finds is what it finds again. */
#include "parse/thread_ids.h"

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
	struct slice header = {(const char *)data, size};
	struct thread_ids ids, again;

	thread_ids_scan(header, &ids);
	thread_ids_scan(header, &again);
	g_assert(ids.n_parents <= THREAD_PARENTS_MAX);
	g_assert(ids.id == again.id && ids.n_parents == again.n_parents);
	return 0;
}
