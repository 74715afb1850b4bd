/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kept clusters that a period has news of, with all that was said of them up to its
 * end: reports, story, links, evidence.
 */
#include "render/digest_parts.h"
#include "store/clusters.h"
#include "store/facts.h"

#define DAY_SECONDS (24 * 60 * 60)

struct reader {
	struct digest *digest;
	struct digest_entry *entry;
	GPtrArray *told;              /* of const char *: its reports, of members and story */
	GHashTable *answers, *spoken; /* Message-IDs: of people that answer, of steps */
};

/* ---- life --------------------------------------------------------------------------- */

static struct digest_entry *entry_new(void)
{
	struct digest_entry *entry = g_new0(struct digest_entry, 1);

	entry->aliases = g_ptr_array_new();
	entry->commits = g_ptr_array_new_with_free_func(g_free);
	entry->reports = g_ptr_array_new();
	entry->also = g_ptr_array_new();
	entry->claims = g_ptr_array_new();
	entry->track = g_ptr_array_new();
	entry->machines = g_ptr_array_new();
	entry->untestable = g_ptr_array_new();
	entry->steps = g_ptr_array_new_with_free_func(g_free);
	entry->links = g_ptr_array_new_with_free_func(g_free);
	entry->edges = g_ptr_array_new_with_free_func(g_free);
	entry->charts = g_ptr_array_new();
	entry->verdicts = g_ptr_array_new_with_free_func(g_free);
	entry->changed = entry->heard = entry->first = entry->last = DATE_UNKNOWN;
	entry->age = -1;
	return entry;
}

void digest_entry_free(struct digest_entry *entry)
{
	GPtrArray *const lists[] = {entry->aliases, entry->commits, entry->reports, entry->also,
		entry->claims, entry->track, entry->machines, entry->untestable, entry->steps,
		entry->links, entry->edges, entry->charts, entry->verdicts};

	for (gsize i = 0; i < G_N_ELEMENTS(lists); i++)
		g_ptr_array_unref(lists[i]);
	g_free(entry);
}

/* ---- what the cluster says of itself -------------------------------------------------- */

static gboolean collect_cluster(const struct store_cluster *from, void *data)
{
	struct digest *digest = data;
	struct digest_entry *entry = entry_new();

	entry->id = digest_keep(digest, from->id);
	entry->title = digest_keep(digest, from->title);
	entry->author = digest_keep(digest, from->author);
	entry->subsystem = digest_keep(digest, from->subsystem);
	entry->subsystems = digest_keep(digest, from->subsystems);
	entry->tag = digest_keep(digest, from->tag);
	entry->still_on = digest_keep(digest, from->still_on);
	entry->state_now = from->state;
	entry->flags = from->flags;
	for (guint i = 0; from->aliases && from->aliases[i]; i++)
		g_ptr_array_add(entry->aliases, (char *)digest_keep(digest, from->aliases[i]));
	for (guint i = 0; i < from->n_commits; i++) {
		if (i && g_str_has_prefix(from->commits[0].id, from->commits[i].id))
			continue; /* a short form of it */

		struct digest_commit *commit = g_new0(struct digest_commit, 1);

		*commit = (struct digest_commit){digest_keep(digest, from->commits[i].id),
			digest_keep(digest, from->commits[i].title),
			digest_keep(digest, from->commits[i].role)};
		g_ptr_array_add(entry->commits, commit);
	}
	entry->commit = from->n_commits ? digest_keep(digest, from->commits[0].id) : entry->id;
	g_ptr_array_add(digest->all, entry);
	return TRUE;
}

static gboolean is_after(gint64 date, gint64 moment)
{
	return date != DATE_UNKNOWN && moment != DATE_UNKNOWN && date >= moment;
}

/* ---- its story -------------------------------------------------------------------------- */

/* What changes how the cluster is read; that somebody answered, or a tag, does not. */
static gboolean means_something(const struct store_cluster_event *event)
{
	if (event->told || event->changes)
		return TRUE;
	switch (event_kind_by_name(event->kind ? event->kind : "")) {
	case EVENT_ACKNOWLEDGED:
	case EVENT_REPRODUCED:
	case EVENT_NOT_REPRODUCED:
	case EVENT_RECOVERED:
	case EVENT_PARTLY_RECOVERED:
	case EVENT_NOT_RECOVERED:
	case EVENT_NO_IMPACT:
	case EVENT_UNCLEAR:
	case EVENT_FIX_PROPOSED:
	case EVENT_FIXED_BY:
	case EVENT_MERGED:
	case EVENT_REVERT:
	case EVENT_RETRACTED:
	case EVENT_SUPERSEDED:
	case EVENT_EXPECTED:
		return TRUE;
	default:
		return FALSE;
	}
}

/* In the thread, or as a patch that names the report. */
static gboolean is_of_a_person(const struct store_cluster_event *event)
{
	return event->message_id && event->who && g_strcmp0(event->who, "robot") &&
	       g_strcmp0(event->kind, "override");
}

static void note_event(struct reader *reader, const struct store_cluster_event *event)
{
	struct digest_entry *entry = reader->entry;

	if (event->date != DATE_UNKNOWN && g_strcmp0(event->kind, KIND_MEASURED_HERE) &&
		(entry->heard == DATE_UNKNOWN || event->date > entry->heard))
		entry->heard = event->date;
	entry->is_still_on |= !g_strcmp0(event->kind, event_kind_name(EVENT_STILL_ON));
	if (is_of_a_person(event))
		g_hash_table_add(
			reader->answers, (char *)digest_key(reader->digest, event->message_id));
}

/* How many answers no step tells of. */
static guint count_silent(const struct reader *reader)
{
	GHashTableIter iter;
	gpointer id;
	guint n = 0;

	g_hash_table_iter_init(&iter, reader->answers);
	while (g_hash_table_iter_next(&iter, &id, NULL))
		n += !g_hash_table_contains(reader->spoken, id);
	return n;
}

static gboolean collect_step(const struct store_cluster_event *from, void *data)
{
	struct reader *reader = data;
	struct digest *digest = reader->digest;
	struct digest_entry *entry = reader->entry;
	const struct store_filter period = {
		.since = digest->head.since, .until = digest->head.until};

	if (is_after(from->date, period.until))
		return TRUE;
	entry->has_news |= store_in_period(&period, from->date);
	note_event(reader, from);
	if (!g_strcmp0(from->kind, "report") && from->message_id)
		g_ptr_array_add(reader->told, (char *)digest_key(digest, from->message_id));
	if (!means_something(from))
		return TRUE;
	if (from->message_id)
		g_hash_table_add(reader->spoken, (char *)digest_key(digest, from->message_id));

	struct digest_step *step = g_new0(struct digest_step, 1);

	*step = (struct digest_step){
		.date = from->date,
		.kind = digest_keep(digest, from->kind),
		.who = digest_keep(digest, from->who),
		.words = digest_keep(digest, from->text),
		.told = digest_keep(digest, from->told),
		.message_id = digest_keep(digest, from->message_id),
		.url = digest_message_url(digest, from->message_id),
		.line = from->line,
		.changes = from->changes,
		.before = from->before,
		.after = from->after,
		.in_period = store_in_period(&period, from->date),
	};
	g_ptr_array_add(entry->steps, step);
	return TRUE;
}

/* Where it stood at the end of the period, and just before its beginning. */
static void find_states(struct digest_entry *entry, gint64 since)
{
	gboolean was_there = FALSE;

	entry->state_last = STATES;
	for (guint i = 0; i < entry->steps->len; i++) {
		const struct digest_step *step = entry->steps->pdata[i];

		if (step->changes) {
			entry->state = step->after;
			entry->changed = step->date;
		}
		if (since == DATE_UNKNOWN || step->date == DATE_UNKNOWN || step->date >= since)
			continue;
		if (!was_there) {
			was_there = TRUE;
			entry->state_last = step->before;
		}
		if (step->changes)
			entry->state_last = step->after;
	}
}

/* A cluster that no step ever moved stands where it began. */
static void find_first_state(struct digest_entry *entry)
{
	const struct digest_step *first = entry->steps->len ? entry->steps->pdata[0] : NULL;

	entry->state = first ? first->before : entry->state_now;
}

static void set_flag(struct digest_entry *entry, enum state_flag flag, gboolean set)
{
	entry->flags = (entry->flags & ~(1u << flag)) | (set ? 1u << flag : 0);
}

static gboolean has_dispute(const struct digest_entry *entry)
{
	for (guint i = 0; i < entry->steps->len; i++) {
		const struct digest_step *step = entry->steps->pdata[i];
		enum event_kind kind = event_kind_by_name(step->kind ? step->kind : "");

		if (kind != EVENT_KINDS && event_kind_ends(kind) && !step->changes)
			return TRUE;
	}
	return FALSE;
}

/* The store has the flags of today, which is the end of a period that has none; of a period that is
 * past some were others. */
static void find_flags(struct digest_entry *entry, gint64 end)
{
	if (end == DATE_UNKNOWN)
		return;

	gboolean unsolved = state_is_unsolved(entry->state);
	gboolean silent = entry->heard != DATE_UNKNOWN &&
			  end - entry->heard > (gint64)STALE_DAYS * DAY_SECONDS;

	set_flag(entry, FLAG_STALE, unsolved && silent);
	set_flag(entry, FLAG_STILL_ON, unsolved && entry->is_still_on);
	if (state_is_settled(entry->state) || !has_dispute(entry))
		set_flag(entry, FLAG_DISPUTED, FALSE);
	if (entry->state != STATE_OPEN)
		set_flag(entry, FLAG_NEEDS_CONFIRMATION, FALSE);
}

/* A member is a claim of a report; a functional report has none, and is in the story. */
static gboolean collect_member(const struct store_cluster_member *from, void *data)
{
	struct reader *reader = data;

	if (!is_after(from->date, reader->digest->head.until))
		g_ptr_array_add(reader->told, (char *)digest_key(reader->digest, from->message_id));
	return TRUE;
}

/* ---- its reports --------------------------------------------------------------------------- */

static void place_report(struct digest_entry *entry, struct digest_report *report)
{
	g_ptr_array_add(report->kind == MESSAGE_PERFORMANCE ? entry->reports : entry->also, report);
	if (report->date == DATE_UNKNOWN)
		return;
	if (entry->first == DATE_UNKNOWN || report->date < entry->first)
		entry->first = report->date;
	if (entry->last == DATE_UNKNOWN || report->date > entry->last)
		entry->last = report->date;
}

/* Unknown ones last. */
static int by_date(const void *a, const void *b)
{
	const struct digest_report *x = *(const struct digest_report *const *)a;
	const struct digest_report *y = *(const struct digest_report *const *)b;

	if (x->date != y->date) {
		if (x->date == DATE_UNKNOWN || y->date == DATE_UNKNOWN)
			return x->date == DATE_UNKNOWN ? 1 : -1;
		return x->date < y->date ? -1 : 1;
	}
	return strcmp(x->key, y->key);
}

struct retelling {
	struct digest *digest;
	struct digest_report *report;
};

static gboolean retell(const struct store_cluster_member *member, void *data)
{
	const struct retelling *r = data;

	if (!g_strcmp0(member->message_id, r->report->key))
		digest_report_retell(r->digest, r->report, member);
	return TRUE;
}

/* The report, or the answer that stands for it. */
static gboolean get_report(struct reader *reader, struct store *store, const char *message_id,
	struct digest_report **ret, GError **error)
{
	struct retelling r = {reader->digest, NULL};

	if (!digest_report_get(reader->digest, store, message_id, ret, error))
		return FALSE;
	if (*ret)
		return TRUE;
	r.report = *ret = digest_report_retold(reader->digest, message_id);
	return store_list_cluster_members(store, reader->entry->id, retell, &r, error);
}

static gboolean read_reports(struct reader *reader, struct store *store, GError **error)
{
	g_autoptr(GHashTable) placed = g_hash_table_new(NULL, NULL);

	for (guint i = 0; i < reader->told->len; i++) {
		struct digest_report *report = NULL;

		if (!get_report(reader, store, reader->told->pdata[i], &report, error))
			return FALSE;
		if (!g_hash_table_add(placed, report))
			continue;
		if (!digest_report_read(reader->digest, store, report, error))
			return FALSE;
		place_report(reader->entry, report);
	}
	g_ptr_array_sort(reader->entry->reports, by_date);
	g_ptr_array_sort(reader->entry->also, by_date);
	return TRUE;
}

static void find_ages(struct digest_entry *entry, const struct digest_head *head)
{
	const struct store_filter period = {.since = head->since, .until = head->until};

	entry->is_new = head->since != DATE_UNKNOWN && store_in_period(&period, entry->first);
	if (entry->first != DATE_UNKNOWN && head->end != DATE_UNKNOWN && head->end >= entry->first)
		entry->age = (head->end - entry->first) / DAY_SECONDS;
}

/* ---- what it hangs together by ---------------------------------------------------------- */

/* Against what was measured is said with each report. */
static gboolean is_plain_link(const struct store_cluster_link *link)
{
	return (!g_strcmp0(link->kind, "parent") || !g_strcmp0(link->kind, "base")) &&
	       !g_str_has_prefix(link->to, "c-");
}

static gboolean collect_link(const struct store_cluster_link *from, void *data)
{
	struct reader *reader = data;

	if (is_plain_link(from))
		return TRUE;

	struct digest_link *link = g_new0(struct digest_link, 1);

	*link = (struct digest_link){digest_keep(reader->digest, from->kind),
		digest_keep(reader->digest, from->to), digest_keep(reader->digest, from->text),
		digest_keep(reader->digest, from->message_id), from->line};
	g_ptr_array_add(reader->entry->links, link);
	return TRUE;
}

/* That a report names the commit and that an answer names the report needs no telling. */
static gboolean is_plain_edge(const struct store_cluster_evidence *edge)
{
	return (!g_strcmp0(edge->rule, "E1") && edge->text && edge->to &&
		       g_str_has_prefix(edge->to, edge->text)) ||
	       !g_strcmp0(edge->rule, "E3");
}

static gboolean collect_edge(const struct store_cluster_evidence *from, void *data)
{
	struct reader *reader = data;

	if (is_plain_edge(from))
		return TRUE;
	if (reader->entry->edges->len >= DIGEST_EDGES_MAX) {
		reader->entry->edges_omitted++;
		return TRUE;
	}

	struct digest_edge *edge = g_new0(struct digest_edge, 1);

	*edge = (struct digest_edge){digest_keep(reader->digest, from->rule),
		digest_keep(reader->digest, from->from), digest_keep(reader->digest, from->to),
		digest_keep(reader->digest, from->text),
		digest_keep(reader->digest, from->message_id), from->line};
	g_ptr_array_add(reader->entry->edges, edge);
	return TRUE;
}

/* ---- all --------------------------------------------------------------------------------- */

static gboolean read_entry(
	struct digest *digest, struct store *store, struct digest_entry *entry, GError **error)
{
	g_autoptr(GPtrArray) told = g_ptr_array_new();
	g_autoptr(GHashTable) answers = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GHashTable) spoken = g_hash_table_new(g_str_hash, g_str_equal);
	struct reader reader = {digest, entry, told, answers, spoken};

	if (!store_list_cluster_members(store, entry->id, collect_member, &reader, error) ||
		!store_list_cluster_events(store, entry->id, collect_step, &reader, error))
		return FALSE;
	find_first_state(entry);
	entry->answers = g_hash_table_size(answers);
	entry->steps_plain = count_silent(&reader);
	find_states(entry, digest->head.since);
	find_flags(entry, digest->head.end);
	if (!read_reports(&reader, store, error) ||
		!store_list_cluster_links(store, entry->id, collect_link, &reader, error) ||
		!store_list_cluster_evidence(store, entry->id, collect_edge, &reader, error) ||
		!digest_verdicts_read(digest, store, entry, error))
		return FALSE;
	find_ages(entry, &digest->head);
	digest_correct(entry->reports);
	digest_score(digest, entry);
	return TRUE;
}

/* A period that is open ends behind the last that the store knows, whatever is asked of it. */
static gboolean find_end(struct digest_head *head, struct store *store, GError **error)
{
	gint64 newest;

	if (head->until != DATE_UNKNOWN)
		return TRUE;
	if (!store_newest_date(store, &newest, error))
		return FALSE;
	head->end = newest == DATE_UNKNOWN ? DATE_UNKNOWN : newest + 1;
	return TRUE;
}

gboolean digest_clusters_fill(struct digest *digest, struct store *store,
	const struct store_filter *filter, GError **error)
{
	if (!find_end(&digest->head, store, error) ||
		!store_list_clusters(store, filter, collect_cluster, digest, error))
		return FALSE;
	for (guint i = digest->all->len; i-- > 0;) {
		struct digest_entry *entry = digest->all->pdata[i];

		if (!read_entry(digest, store, entry, error))
			return FALSE;
		/* Functional alone: no performance to list. */
		if (!entry->reports->len)
			g_ptr_array_remove_index_fast(digest->all, i);
	}
	return TRUE;
}

gboolean digest_clusters_take(
	struct digest *digest, struct store *store, const char *id, GError **error)
{
	struct store_filter filter = STORE_FILTER_ALL;
	guint taken = digest->all->len;

	filter.cluster = id;
	if (!store_list_clusters(store, &filter, collect_cluster, digest, error))
		return FALSE;
	digest->head.end = DATE_UNKNOWN;
	for (; taken < digest->all->len; taken++)
		if (!read_entry(digest, store, digest->all->pdata[taken], error))
			return FALSE;
	return TRUE;
}
