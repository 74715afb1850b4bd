/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/parsing.h"

#include "cli/judge.h"
#include "ingest/gitbox.h"
#include "ingest/mime.h"
#include "parse/parse.h"

static void parse_item(struct item *item, struct slice raw, const struct rules *rules)
{
	if (!item->diags)
		item->diags = diag_list_new();

	struct diag_sink sink = diag_list_sink(item->diags);

	if (!item->mail)
		item->mail = mime_read(raw, &item->origin, &sink);
	item->mail->by_thread = item->by_thread;
	item->records = parse_mail(item->mail, &sink);
	judge_records(item->records, rules, &sink);
	item->draft = store_draft_new(item->records, item->diags);
}

/* What was held of an archive goes at once. */
static void read_run(struct item *item, const struct rules *rules)
{
	struct result_run *husk = result_run_new(item->run->dir, item->run->name, TRUE);
	struct diag_sink sink;

	item->diags = diag_list_new();
	sink = diag_list_sink(item->diags);
	item->record = run_record_new(item->run, rules, &sink);
	result_run_free(item->run);
	item->run = husk;
}

static void dismiss(struct batch *batch, struct item *item, struct slice raw)
{
	struct thread_ids ids;

	item->in_pack = TRUE;
	item->entry = batch->dismissed.bytes ? batch->dismissed.bytes->len : 0;
	thread_ids_scan(raw, &ids);
	dismissed_pack_add(&batch->dismissed, &ids, &item->origin, FALSE);
}

static void lose(struct item *item)
{
	item->lost = TRUE;
	item->diags = diag_list_new();

	struct diag_sink sink = diag_list_sink(item->diags);
	diag_emit(&sink, DIAG_OBJECT_MISSING, &item->origin, SLICE_NULL, "it is there and damaged");
}

static void inflate(struct batch *batch, struct item *item, const struct rules *rules)
{
	struct gitbox_mail inflated = {SLICE_NULL, NULL};

	if (!gitbox_read(item->box, item->origin.object, &inflated))
		lose(item);
	else if (item->by_thread || parse_may_matter(inflated.bytes))
		parse_item(item, inflated.bytes, rules);
	else
		dismiss(batch, item, inflated.bytes);
	gitbox_mail_clear(&inflated);
}

gboolean item_parse_again(struct item *item, const struct rules *rules)
{
	struct gitbox_mail inflated = {item->raw, NULL};

	if (item->box && !gitbox_read(item->box, item->origin.object, &inflated))
		return FALSE;
	if (!inflated.bytes.at)
		return FALSE;
	item->by_thread = TRUE;
	parse_item(item, inflated.bytes, rules);
	gitbox_mail_clear(&inflated);
	return TRUE;
}

void batch_parse(struct batch *batch, const struct rules *rules)
{
	for (guint i = 0; i < batch->items->len; i++) {
		struct item *item = &g_array_index(batch->items, struct item, i);

		if (item->run)
			read_run(item, rules);
		else if (item->box)
			inflate(batch, item, rules);
		else if (!item->in_pack && (item->mail || item->raw.at))
			parse_item(item, item->raw, rules);
		else if (item->position && batch->has_objects)
			item->mark = dismissed_pack_mark(&batch->dismissed);
	}
}
