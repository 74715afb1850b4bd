/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/facts.h"

#include "store/list.h"

static void narrow_nothing(struct select *s, const struct store_filter *filter)
{
	(void)s;
	(void)filter;
}

/* The whole function: each row of `sql` filled into a `type` and given to the caller. */
#define EACH(name, type, sql)                                                                      \
	static const struct list_query query_of_##name##s = {sql, narrow_nothing, ""};             \
                                                                                                   \
	gboolean store_each_##name(struct store *store, gboolean (*each)(const type *, void *),    \
		void *data, GError **error)                                                        \
	{                                                                                          \
		struct list l;                                                                     \
		type one;                                                                          \
                                                                                                   \
		list_begin(&l, store, &query_of_##name##s, NULL, error);                           \
		while (list_next(&l)) {                                                            \
			fill_##name(&l.item, &l.select.query, &one);                               \
			if (!l.item.unknown && !each(&one, data))                                  \
				break;                                                             \
		}                                                                                  \
		return list_end(&l);                                                               \
	}

/* ---- messages --------------------------------------------------------------------------- */

static enum author_kind author_at(struct query *q, guint column)
{
	return strcmp(query_word_at(q, column), author_kind_name(AUTHOR_ROBOT)) ? AUTHOR_PERSON
										: AUTHOR_ROBOT;
}

static void fill_message(struct item *item, struct query *q, struct store_message *m)
{
	*m = (struct store_message){
		.message_id = item_text(item, q, 0),
		.synthetic_id = query_int_at(q, 1) != 0,
		.date = query_int_or(q, 2, DATE_UNKNOWN),
		.kind = message_kind_by_name(query_word_at(q, 3)),
		.author = author_at(q, 4),
		.from_name = item_text(item, q, 5),
		.from_address = item_text(item, q, 6),
		.subject = item_text(item, q, 7),
		.in_reply_to = item_text(item, q, 8),
		.source = {.offset = -1},
	};
	item->unknown = m->kind == MESSAGE_KINDS;
}

EACH(message, struct store_message,
	"SELECT message_id, synthetic_id, date, kind, author, from_name, from_address, subject, "
	"in_reply_to FROM messages")

static void fill_undated(struct item *item, struct query *q, struct store_message *m)
{
	*m = (struct store_message){
		.message_id = item_text(item, q, 0),
		.date = DATE_UNKNOWN,
		.source = {item_text(item, q, 1), query_int_or(q, 2, -1), item_text(item, q, 3)},
	};
}

EACH(undated, struct store_message,
	"SELECT message_id, path, byte_offset, object FROM (SELECT m.message_id, p.path, "
	"s.byte_offset, s.object, row_number() OVER (PARTITION BY m.id "
	"ORDER BY p.path, ifnull(s.byte_offset, -1), s.object) AS rank "
	"FROM messages m JOIN sightings s ON s.message = m.id JOIN paths p ON p.id = s.path_id "
	"WHERE m.date IS NULL) WHERE rank = 1")

/* ---- the last of them -------------------------------------------------------------------- */

#define DAY_SECONDS ((gint64)24 * 60 * 60)
#define YEAR_DAYS 366

gboolean store_newest_date(struct store *store, gint64 *ret_date, GError **error)
{
	gint64 newest = DATE_UNKNOWN, later = DATE_UNKNOWN;
	gboolean is_stamped = FALSE;
	enum step step;
	struct query q;

	*ret_date = DATE_UNKNOWN;
	if (!query_open(&q, store,
		    "WITH stamp AS (SELECT max(received) AS last FROM messages) "
		    "SELECT date, last IS NOT NULL FROM messages, stamp WHERE date IS NOT NULL "
		    "AND (last IS NULL OR date <= last + 86400) ORDER BY date DESC",
		    error))
		return FALSE;
	while ((step = query_step(&q, error)) == STEP_ROW) {
		gint64 date = query_int_at(&q, 0);

		is_stamped = query_int_at(&q, 1) != 0;
		newest = newest == DATE_UNKNOWN ? date : newest;
		if (is_stamped ||
			(later != DATE_UNKNOWN && later - date <= YEAR_DAYS * DAY_SECONDS))
			break;
		later = date;
	}
	query_close(&q);
	*ret_date = step == STEP_ROW && !is_stamped ? later : newest;
	return step != STEP_FAILED;
}

static void fill_recipient(struct item *item, struct query *q, struct store_recipient *r)
{
	*r = (struct store_recipient){
		item_text(item, q, 0), item_text(item, q, 1), item_text(item, q, 2)};
}

EACH(recipient, struct store_recipient,
	"SELECT m.message_id, r.name, r.address FROM recipients r " FROM_MESSAGE "r.message "
	"WHERE r.address IN (SELECT from_address FROM messages WHERE author = 'person') "
	"OR r.name IN (SELECT from_name FROM messages WHERE author = 'person')")

static gboolean each_pair(struct store *store, const char *sql,
	gboolean (*each)(const char *, const char *, void *), void *data, GError **error)
{
	const struct list_query query = {sql, narrow_nothing, ""};
	struct list l;

	list_begin(&l, store, &query, NULL, error);
	while (list_next(&l) &&
		each(query_word_at(&l.select.query, 0), query_word_at(&l.select.query, 1), data))
		;
	return list_end(&l);
}

gboolean store_each_reference(struct store *store,
	gboolean (*each)(const char *message_id, const char *reference, void *), void *data,
	GError **error)
{
	return each_pair(store,
		"SELECT m.message_id, f.message_id FROM refs f " FROM_MESSAGE "f.message "
		"ORDER BY f.message, f.nr DESC",
		each, data, error);
}

gboolean store_each_report_list(struct store *store,
	gboolean (*each)(const char *message_id, const char *list, void *), void *data,
	GError **error)
{
	return each_pair(store,
		"SELECT DISTINCT m.message_id, s.list FROM reports r "
		"JOIN sightings s ON s.message = r.message " FROM_MESSAGE "r.message "
		"WHERE s.list IS NOT NULL ORDER BY r.message, s.list",
		each, data, error);
}

/* ---- reports ---------------------------------------------------------------------------- */

static void fill_accusation(struct item *item, struct query *q, struct store_accusation *a)
{
	*a = (struct store_accusation){
		.message_id = item_text(item, q, 0),
		.commit = item_text(item, q, 1),
		.title = item_text(item, q, 2),
		.parent = item_text(item, q, 3),
		.tree = item_text(item, q, 4),
		.branch = item_text(item, q, 5),
		.subsystem = item_text(item, q, 6),
		.verdict = verdict_by_name(query_text_at(q, 7)),
		.inconsistent = query_uint_at(q, 8),
	};
}

EACH(accusation, struct store_accusation,
	"SELECT m.message_id, r.commit_id, r.commit_title, r.parent, r.tree, r.branch, "
	"r.subsystem, r.verdict, i.count FROM reports r " FROM_MESSAGE "r.message "
	"LEFT JOIN (SELECT t.message, sum(t.inconsistent) AS count FROM tables t "
	"WHERE t.depth = 0 AND t.copy_of IS NULL GROUP BY t.message) i "
	"ON i.message = r.message")

static void fill_claim(struct item *item, struct query *q, struct store_claim *c)
{
	*c = (struct store_claim){
		.message_id = item_text(item, q, 0),
		.nr = query_uint_at(q, 1),
		.line = query_uint_at(q, 2),
		.testcase = item_text(item, q, 3),
		.tbox_group = item_text(item, q, 4),
		.compiler = item_text(item, q, 5),
		.kconfig = item_text(item, q, 6),
		.metric = item_text(item, q, 7),
		.change = item_change(item, q, 8),
		.verdict = verdict_by_name(query_text_at(q, 11)),
	};
}

/* A box prints the machine in words; its table has the group, see the settings. */
EACH(claim, struct store_claim,
	"SELECT m.message_id, 0, r.headline_line, r.testcase, r.tbox_group, r.compiler, "
	"r.kconfig, r.metric, r.change_text, r.change, r.change_unit, r.verdict "
	"FROM reports r " FROM_MESSAGE "r.message "
	"UNION ALL SELECT m.message_id, i.nr + 1, i.line, i.testcase, i.machine, NULL, NULL, "
	"i.metric, i.change_text, i.change, i.change_unit, i.verdict "
	"FROM impacts i JOIN reports r ON r.message = i.message " FROM_MESSAGE "i.message")

static void fill_setting(struct item *item, struct query *q, struct store_setting *s)
{
	*s = (struct store_setting){
		.message_id = item_text(item, q, 0),
		.claim = query_uint_at(q, 1),
		.key = item_text(item, q, 2),
		.value = item_text(item, q, 3),
		.of_table = query_int_at(q, 4) != 0,
	};
}

EACH(setting, struct store_setting,
	"SELECT m.message_id, 0, a.key, a.value, 1 FROM reports r "
	"JOIN axes a ON a.table_id = r.main_table " FROM_MESSAGE "r.message "
	"UNION ALL SELECT m.message_id, 0, p.key, p.value, 0 FROM params p " FROM_MESSAGE
	"p.message "
	"UNION ALL SELECT m.message_id, i.nr + 1, a.key, a.value, 1 FROM impacts i "
	"JOIN axes a ON a.table_id = i.table_id " FROM_MESSAGE "i.message "
	"UNION ALL SELECT m.message_id, p.impact + 1, p.key, p.value, 0 "
	"FROM impact_params p " FROM_MESSAGE "p.message")

/* ---- events ------------------------------------------------------------------------------ */

static void fill_event(struct item *item, struct query *q, struct store_event *e)
{
	static const char *const nothing[] = {NULL};

	*e = (struct store_event){
		.message_id = item_text(item, q, 0),
		.date = query_int_or(q, 1, DATE_UNKNOWN),
		.author = author_at(q, 2),
		.kind = event_kind_by_name(query_word_at(q, 3)),
		.part = query_uint_at(q, 4),
		.line = query_uint_at(q, 5),
		.text = item_text(item, q, 6),
		.commit = item_text(item, q, 7),
		.title = item_text(item, q, 8),
		.tree = item_text(item, q, 9),
		.link = item_text(item, q, 10),
		.target = item_text(item, q, 11),
		.answers = nothing,
	};
	item->unknown = e->kind == EVENT_KINDS;
}

EACH(event, struct store_event,
	"SELECT m.message_id, m.date, m.author, e.kind, e.part, e.line, e.text, e.commit_id, "
	"e.title, e.tree, e.link, e.target FROM events e " FROM_MESSAGE "e.message "
	"ORDER BY e.message, e.nr")
