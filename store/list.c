/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/list.h"

void list_begin(struct list *list, struct store *store, const struct list_query *what,
	const struct store_filter *filter, GError **error)
{
	*list = (struct list){.store = store, .error = error};
	item_init(&list->item, store);
	select_init(&list->select, what->head);
	if (filter && !what->has_no_message)
		select_where_message(&list->select, filter);
	if (filter)
		what->narrow(&list->select, filter);
	list->done = store_read_begin(store, error);
	if (!list->done)
		list->store = NULL;
	else
		list->done = select_open(&list->select, store, what->order, error);
}

gboolean list_next(struct list *list)
{
	enum step step;

	if (!list->done)
		return FALSE;
	item_clear(&list->item);
	step = query_step(&list->select.query, list->error);
	list->done = step != STEP_FAILED;
	return step == STEP_ROW;
}

gboolean list_filled(struct list *list, gboolean filled)
{
	list->done = filled;
	return filled;
}

gboolean list_end(struct list *list)
{
	select_close(&list->select);
	item_release(&list->item);
	return list->store && store_read_end(list->store, list->done, list->error);
}
