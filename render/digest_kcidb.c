/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A digest as KCIDB 5.0 takes it, doc/kcidb.schema.json: a cluster is an issue, each of its
 * reports an incident of it, with the test, build and checkout that the report tells of.  No
 * value is null: what is unknown is left out.
 */
#include "base/show.h"
#include "render/digest_json.h"
#include "render/json_value.h"
#include "render/json_text.h"

#include <math.h>
#include <string.h>

#define ORIGIN "lkpdigest"
#define HASH_DIGITS 40

struct kcidb {
	json_t *lists[5]; /* by enum list */
	GHashTable *seen; /* Message-IDs of reports whose tests are in */
	gint64 version;   /* of all issues: a later digest outdoes an earlier one */
};

enum list { CHECKOUTS, BUILDS, TESTS, ISSUES, INCIDENTS };
static const char *const list_names[] = {"checkouts", "builds", "tests", "issues", "incidents"};

/* ---- values -------------------------------------------------------------------------------- */

static void set_text(json_t *json, const char *key, const char *text)
{
	if (text)
		json_object_set_new(json, key, value_text(text));
}

/* One line, whatever a Message-ID holds. */
static void set_id(json_t *json, const char *key, const char *id, const char *more)
{
	g_autofree char *safe = show_line(slice_of(id));
	g_autofree char *safe_more = show_line(slice_of(more ? more : ""));
	g_autofree char *whole = g_strconcat(ORIGIN ":", safe, more ? ":" : "", safe_more, NULL);

	json_object_set_new(json, key, value_text(whole));
}

static json_t *object_new(const char *id, const char *more)
{
	json_t *json = json_object();

	set_id(json, "id", id, more);
	set_text(json, "origin", ORIGIN);
	return json;
}

static gboolean is_hash(const char *commit)
{
	return commit && strlen(commit) == HASH_DIGITS &&
	       strspn(commit, "0123456789abcdef") == HASH_DIGITS;
}

/* Names with dots between: "ltp.sem01". */
static gboolean is_path(const char *name)
{
	static const char letters[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";

	return name && *name && *name != '.' && name[strspn(name, letters)] == '\0' &&
	       !g_str_has_suffix(name, ".") && !strstr(name, "..");
}

static gboolean is_repository(const char *tree)
{
	if (!tree || !g_str_has_prefix(tree, "https://"))
		return FALSE;
	for (const char *at = tree; *at; at++)
		if (!g_ascii_isalnum(*at) && !strchr("-._~:/%+", *at))
			return FALSE;
	return TRUE;
}

static json_t *change_value(const struct digest_claim *claim)
{
	json_t *json = json_object();
	const struct digest_change *change = &claim->change;

	if (change->text && !isnan(change->value)) {
		json_object_set_new(json, "value", value_number(change->value));
		set_text(json, "unit", unit_name(change->unit));
	}
	set_text(json, "metric", claim->metric);
	set_text(json, "testcase", claim->testcase);
	set_text(json, "tbox_group", claim->machine);
	set_text(json, "verdict", verdict_name(claim->verdict));
	set_text(json, "grade", words_grade(claim->row));
	return json;
}

/* ---- what was tested ----------------------------------------------------------------------- */

static json_t *checkout_new(const struct digest_report *report)
{
	json_t *json = object_new(report->message_id, NULL);

	if (is_hash(report->commit))
		set_text(json, "git_commit_hash", report->commit);
	set_text(json, is_repository(report->tree) ? "git_repository_url" : "tree_name",
		report->tree);
	set_text(json, "git_repository_branch", report->branch);
	set_text(json, "comment", report->commit_title);
	json_object_set_new(json, "valid", json_true());
	return json;
}

static json_t *build_new(const struct digest_report *report)
{
	json_t *json = object_new(report->message_id, NULL);

	set_id(json, "checkout_id", report->message_id, NULL);
	set_text(json, "compiler", report->compiler);
	set_text(json, "config_name", report->kconfig);
	return json;
}

static json_t *test_new(const struct digest_report *report)
{
	json_t *json = object_new(report->message_id, NULL), *misc = json_object();
	json_t *claims = json_array();
	gboolean failed = report->kind != MESSAGE_PERFORMANCE;

	set_id(json, "build_id", report->message_id, NULL);
	if (is_path(report->testcase))
		set_text(json, "path", report->testcase);
	set_text(json, "comment", report->subject);
	set_text(json, "status", failed ? "FAIL" : "DONE");
	if (report->tbox_group)
		json_object_set_new(json, "environment",
			json_pack("{s:o}", "comment", value_text(report->tbox_group)));
	for (guint i = 0; i < report->claims->len; i++)
		json_array_append_new(claims, change_value(report->claims->pdata[i]));
	json_object_set_new(misc, "claims", claims);
	set_text(misc, "url", report->url);
	set_text(misc, "testcase", report->testcase);
	json_object_set_new(json, "misc", misc);
	return json;
}

/* ---- issues and incidents -------------------------------------------------------------------- */

static json_t *incident_new(const struct kcidb *kcidb, const struct digest_entry *entry,
	const struct digest_report *report)
{
	json_t *json = object_new(entry->id, report->message_id);

	set_id(json, "issue_id", entry->id, NULL);
	json_object_set_new(json, "issue_version", json_integer(kcidb->version));
	set_id(json, "test_id", report->message_id, NULL);
	json_object_set_new(json, "present", json_true());
	set_text(json, "comment", report->subject);
	return json;
}

static void put_reports(
	struct kcidb *kcidb, const struct digest_entry *entry, const GPtrArray *reports)
{
	for (guint i = 0; i < reports->len; i++) {
		const struct digest_report *report = reports->pdata[i];

		json_array_append_new(kcidb->lists[INCIDENTS], incident_new(kcidb, entry, report));
		if (!g_hash_table_add(kcidb->seen, (char *)report->message_id))
			continue;
		json_array_append_new(kcidb->lists[CHECKOUTS], checkout_new(report));
		json_array_append_new(kcidb->lists[BUILDS], build_new(report));
		json_array_append_new(kcidb->lists[TESTS], test_new(report));
	}
}

static json_t *misc_value(const struct digest_entry *entry)
{
	json_t *json = json_pack("{s:s,s:i,s:o,s:s}", "section",
		digest_section_name(entry->section), "rank", (int)entry->rank, "score",
		value_number(entry->points), "state", state_name(entry->state));

	set_text(json, "commit", entry->commit);
	set_text(json, "subsystem", entry->subsystem);
	set_text(json, "reproduction", entry->verdict);
	if (entry->lead)
		json_object_set_new(json, "lead", change_value(entry->lead));
	return json;
}

/* Where nothing is to blame, an issue is held invalid: taken back, or no regression at all. */
static json_t *issue_new(const struct kcidb *kcidb, const struct digest_entry *entry)
{
	json_t *json = object_new(entry->id, NULL);
	const struct digest_report *first = entry->reports->len ? entry->reports->pdata[0] : NULL;
	gboolean blamed = entry->regresses && entry->state != STATE_INVALID;

	json_object_set_new(json, "version", json_integer(kcidb->version));
	set_text(json, "report_url", first ? first->url : NULL);
	set_text(json, "report_subject", first ? first->subject : NULL);
	json_object_set_new(json, "culprit",
		json_pack("{s:b,s:b,s:b}", "code", blamed, "tool", FALSE, "harness", FALSE));
	set_text(json, "comment", entry->title);
	json_object_set_new(json, "misc", misc_value(entry));
	return json;
}

/* ---- all ------------------------------------------------------------------------------------- */

static void put_entries(struct kcidb *kcidb, const GPtrArray *entries)
{
	for (guint i = 0; i < entries->len; i++) {
		const struct digest_entry *entry = entries->pdata[i];

		json_array_append_new(kcidb->lists[ISSUES], issue_new(kcidb, entry));
		put_reports(kcidb, entry, entry->reports);
		put_reports(kcidb, entry, entry->also);
	}
}

GString *digest_kcidb(const struct digest *digest)
{
	json_t *json = json_object();
	struct kcidb kcidb = {
		.seen = g_hash_table_new(g_str_hash, g_str_equal),
		.version = digest->head.end == DATE_UNKNOWN ? 0 : MAX(digest->head.end, 0),
	};

	for (gsize i = 0; i < G_N_ELEMENTS(list_names); i++)
		kcidb.lists[i] = json_array();
	for (int section = 0; section < SECTIONS; section++)
		put_entries(&kcidb, digest->entries[section]);
	json_object_set_new(json, "version", json_pack("{s:i,s:i}", "major", 5, "minor", 0));
	for (gsize i = 0; i < G_N_ELEMENTS(list_names); i++)
		json_object_set_new(json, list_names[i], kcidb.lists[i]);
	g_hash_table_unref(kcidb.seen);

	GString *out = json_text(json, JSON_INDENT(1) | JSON_SORT_KEYS | JSON_REAL_PRECISION(10));

	g_string_append_c(out, '\n');
	json_decref(json);
	return out;
}
