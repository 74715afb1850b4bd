/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports as the store has them to reports as a digest has them: claims, boxes, failures. */
#include "render/digest_parts.h"
#include "store/clusters.h"

#define SYNTHETIC "sha256:" /* begins ids that were made for want of one */

/* ---- reports ------------------------------------------------------------------ */

static void failure_free(struct digest_failure *failure)
{
	g_free(failure->counts);
	g_free(failure);
}

void digest_report_free(struct digest_report *report)
{
	g_ptr_array_unref(report->failures);
	g_ptr_array_unref(report->claims);
	g_ptr_array_unref(report->kpis);
	g_ptr_array_unref(report->moves);
	g_ptr_array_unref(report->judged);
	g_ptr_array_unref(report->commands);
	g_ptr_array_unref(report->warnings);
	g_free(report);
}

/* The archive that knows every list; anything but unreserved characters is encoded. */
const char *digest_message_url(struct digest *digest, const char *message_id)
{
	if (!message_id || g_str_has_prefix(message_id, SYNTHETIC))
		return NULL;

	g_autofree char *escaped = g_uri_escape_string(message_id, "@", FALSE);
	g_autofree char *url = g_strconcat("https://lore.kernel.org/r/", escaped, NULL);

	return digest_keep(digest, url);
}

/* A link of a stranger's making is followed only when it is plainly one of the web. */
static gboolean is_web_link(const char *link)
{
	if (!link || !(g_str_has_prefix(link, "https://") || g_str_has_prefix(link, "http://")))
		return FALSE;
	for (const char *at = link; *at; at++)
		if (!g_ascii_isgraph(*at) || strchr("<>\"'`\\", *at))
			return FALSE;
	return TRUE;
}

/* That of the report itself is known from its Message-ID. */
static gboolean is_worth_a_link(const struct store_report *report)
{
	return is_web_link(report->link) && !strstr(report->link, report->message.message_id);
}

static const char *join_fields(
	struct digest *digest, const struct store_field *fields, guint n_fields)
{
	if (!n_fields)
		return NULL;

	g_autoptr(GString) joined = g_string_new(NULL);

	for (guint i = 0; i < n_fields; i++)
		g_string_append_printf(joined, "%s%s=%s", i ? ", " : "",
			fields[i].key ? fields[i].key : "", fields[i].value ? fields[i].value : "");
	return digest_keep(digest, joined->str);
}

static struct digest_failure *failure_new(struct digest *digest, const struct store_failure *from)
{
	struct digest_failure *failure = g_new0(struct digest_failure, 1);
	g_autoptr(GString) told = g_string_new(NULL);

	for (guint i = 0; i < from->columns; i++)
		g_string_append_printf(
			told, "%s%" G_GUINT64_FORMAT, i ? ", " : "", from->counts[i]);
	*failure = (struct digest_failure){
		.name = digest_keep(digest, from->name),
		.counts = g_memdup2(from->counts, from->columns * sizeof(*from->counts)),
		.columns = from->columns,
		.told = from->columns ? digest_keep(digest, told->str) : NULL,
	};
	return failure;
}

static struct digest_report *report_new(struct digest *digest, const struct store_report *from)
{
	struct digest_report *report = g_new0(struct digest_report, 1);

	*report = (struct digest_report){
		.key = digest_key(digest, from->message.message_id),
		.table_key = digest_key(digest, from->main_table),
		.message_id = digest_keep(digest, from->message.message_id),
		.url = digest_message_url(digest, from->message.message_id),
		.date = from->message.date,
		.list = digest_keep(digest, from->message.list),
		.subject = digest_keep(digest, from->message.subject),
		.kind = from->message.kind,
		.failure = digest_keep(digest, from->failure),
		.commit = digest_keep(digest, from->commit),
		.commit_title = digest_keep(digest, from->commit_title),
		.parent = digest_keep(digest, from->parent),
		.tree = digest_keep(digest, from->tree),
		.branch = digest_keep(digest, from->branch),
		.subsystem = digest_keep(digest, from->subsystem),
		.metric = digest_keep(digest, from->metric),
		.testcase = digest_keep(digest, from->testcase),
		.tbox_group = digest_keep(digest, from->tbox_group),
		.machine = digest_keep(digest, from->machine),
		.compiler = digest_keep(digest, from->compiler),
		.kconfig = digest_keep(digest, from->kconfig),
		.params = join_fields(digest, from->params, from->n_params),
		.link = is_worth_a_link(from) ? digest_keep(digest, from->link) : NULL,
		.verdict = from->verdict,
		.main_table = digest_keep(digest, from->main_table),
		.headline_line = from->headline_line,
		.failures = g_ptr_array_new_with_free_func((GDestroyNotify)failure_free),
		.claims = g_ptr_array_new_with_free_func(g_free),
		.kpis = g_ptr_array_new(),
		.moves = g_ptr_array_new_with_free_func(digest_row_free),
		.judged = g_ptr_array_new_with_free_func(digest_row_free),
		.commands = g_ptr_array_new_with_free_func(g_free),
		.warnings = g_ptr_array_new_with_free_func(g_free),
	};
	for (guint i = 0; i < MIN(from->n_failures, DIGEST_FAILURES_MAX); i++)
		g_ptr_array_add(report->failures, failure_new(digest, &from->failures[i]));
	report->failures_omitted = from->n_failures - report->failures->len;
	return report;
}

/*
 * A claim without a word (reports of 2014), or with two that contradict each other: sign and
 * direction say as much.
 */
static void tell_verdict(struct digest_claim *claim, enum direction direction)
{
	if (claim->verdict != VERDICT_NONE || !claim->change.text)
		return;
	claim->verdict = rules_verdict(direction, claim->change.value);
	claim->told = claim->verdict != VERDICT_NONE;
}

static void add_headline(
	struct digest *digest, struct digest_report *report, const struct store_report *from)
{
	struct digest_claim *claim = g_new0(struct digest_claim, 1);

	*claim = (struct digest_claim){
		.headline = TRUE,
		.report = report,
		.line = report->headline_line,
		.testcase = report->testcase,
		.machine = report->tbox_group ? report->tbox_group : report->machine,
		.params = report->params,
		.metric = report->metric,
		.change = {digest_keep(digest, from->change.text), from->change.value,
			from->change.unit},
		.said = digest_keep(digest, from->claim),
		.verdict = report->verdict,
	};
	tell_verdict(claim, from->direction);
	g_ptr_array_add(report->claims, claim);
}

/* A report with its headline, owned by the digest and found by its Message-ID. */
static struct digest_report *add_report(struct digest *digest, const struct store_report *from)
{
	struct digest_report *report = report_new(digest, from);

	if (report->kind == MESSAGE_PERFORMANCE)
		add_headline(digest, report, from);
	g_hash_table_insert(digest->by_id, (char *)report->key, report);
	return report;
}

/* Builds and summaries are counted, see the totals; they can be thousands. */
static void add_build(struct digest *digest, const struct store_report *from)
{
	if (digest->builds->len < DIGEST_BUILDS_MAX)
		g_ptr_array_add(digest->builds, report_new(digest, from));
	else
		digest->builds_omitted++;
}

static gboolean collect_report(const struct store_report *from, void *data)
{
	struct digest *digest = data;
	enum message_kind kind = from->message.kind;

	if (kind == MESSAGE_BUILD) {
		add_build(digest, from);
		return TRUE;
	}
	if (kind != MESSAGE_PERFORMANCE && kind != MESSAGE_FUNCTIONAL)
		return TRUE;

	struct digest_report *report = add_report(digest, from);

	report->in_period = TRUE;
	g_ptr_array_add(digest->reports, report);
	return TRUE;
}

gboolean digest_reports_fill(struct digest *digest, struct store *store,
	const struct store_filter *filter, GError **error)
{
	return store_list_reports(store, filter, collect_report, digest, error);
}

static gboolean fetch_report(const struct store_report *from, void *data)
{
	add_report(data, from);
	return FALSE;
}

gboolean digest_report_get(struct digest *digest, struct store *store, const char *message_id,
	struct digest_report **ret, GError **error)
{
	struct store_filter filter = STORE_FILTER_ALL;

	filter.message = message_id;
	*ret = g_hash_table_lookup(digest->by_id, message_id);
	if (*ret)
		return TRUE;
	if (!store_list_reports(store, &filter, fetch_report, digest, error))
		return FALSE;
	*ret = g_hash_table_lookup(digest->by_id, message_id);
	return TRUE;
}

/* ---- those that only an answer tells of ------------------------------------------ */

struct digest_report *digest_report_retold(struct digest *digest, const char *message_id)
{
	const struct store_report nothing = {
		.message = {.message_id = message_id,
			.date = DATE_UNKNOWN,
			.kind = MESSAGE_PERFORMANCE},
	};
	struct digest_report *report = report_new(digest, &nothing);

	report->is_retold = report->is_read = TRUE;
	g_hash_table_insert(digest->by_id, (char *)report->key, report);
	return report;
}

void digest_report_retell(struct digest *digest, struct digest_report *report,
	const struct store_cluster_member *member)
{
	struct digest_claim *claim = g_new0(struct digest_claim, 1);
	g_auto(GStrv) params = g_strsplit(member->params ? member->params : "", " ", -1);
	g_autofree char *joined = member->params ? g_strjoinv(", ", params) : NULL;

	*claim = (struct digest_claim){
		.headline = TRUE,
		.report = report,
		.line = member->line,
		.testcase = digest_keep(digest, member->testcase),
		.machine = digest_keep(digest, member->tbox_group),
		.params = digest_keep(digest, joined),
		.metric = digest_keep(digest, member->metric),
		.change = {digest_keep(digest, member->change.text), member->change.value,
			member->change.unit},
		.verdict = member->verdict,
	};
	if (claim->metric)
		tell_verdict(claim, rules_direction(digest->rules, slice_of(claim->metric), NULL));
	report->date = member->date;
	g_ptr_array_add(report->claims, claim);
}

/* ---- boxes ---------------------------------------------------------------------- */

struct box_reader {
	struct digest *digest;
	struct digest_report *report;
	GPtrArray *tables; /* id of the claim's table or NULL, one a claim */
};

static gboolean add_box(const struct store_impact *box, void *data)
{
	struct box_reader *reader = data;
	struct digest *digest = reader->digest;
	struct digest_claim *claim = g_new0(struct digest_claim, 1);
	const char *machine = digest_keep(digest, box->machine);

	*claim = (struct digest_claim){
		.report = reader->report,
		.line = box->line,
		.testcase = digest_keep(digest, box->testcase),
		.machine = machine ? machine : reader->report->tbox_group,
		.params = join_fields(digest, box->params, box->n_params),
		.metric = digest_keep(digest, box->metric),
		.change = {digest_keep(digest, box->change.text), box->change.value,
			box->change.unit},
		.said = digest_keep(digest, box->text),
		.verdict = box->verdict,
	};
	if (box->table)
		tell_verdict(claim, box->direction);
	g_ptr_array_add(reader->report->claims, claim);
	g_ptr_array_add(reader->tables, (char *)digest_key(digest, box->table));
	return TRUE;
}

gboolean digest_report_read(
	struct digest *digest, struct store *store, struct digest_report *report, GError **error)
{
	g_autoptr(GPtrArray) tables = g_ptr_array_new();
	struct box_reader reader = {digest, report, tables};
	struct store_filter filter = STORE_FILTER_ALL;

	if (report->is_read || report->kind != MESSAGE_PERFORMANCE)
		return TRUE;
	report->is_read = TRUE;
	g_ptr_array_add(tables, (char *)report->table_key);
	filter.message = report->key;
	if (!store_list_impacts(store, &filter, add_box, &reader, error))
		return FALSE;
	for (guint i = 0; i < report->claims->len; i++)
		if (!digest_judge_claim(
			    digest, store, report->claims->pdata[i], tables->pdata[i], error))
			return FALSE;
	return digest_evidence_read(digest, store, report, error);
}
