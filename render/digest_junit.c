/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A digest as the XML of JUnit that continuous integration reads: a suite for each subsystem, a
 * case for each cluster.  A regression that stands fails, one without a verdict's word is
 * skipped, all else passes; an improvement never fails.
 *
 * The schema of Ant's task is the strictest in use, so all that it wants is there.
 */
#include "render/digest_page.h"
#include "render/digest_words.h"

#define SCHEMA_TIME 19 /* "2025-03-10T00:00:00", without a zone */

/* ---- what became of a cluster ------------------------------------------------------------- */

/* Lists of what fails; of SECTION_UNJUDGED all are skipped. */
static gboolean fails(enum digest_section section)
{
	return section == SECTION_REGRESSIONS || section == SECTION_MIXED;
}

static guint failures_of(const struct digest_area *area)
{
	guint n = 0;

	for (enum digest_section section = 0; section < SECTIONS; section++)
		n += fails(section) ? area->counts[section] : 0;
	return n;
}

/* "-6.3% regression of will-it-scale.per_process_ops on lkp-skl-2sp1"; "no change is told" */
static char *told(const struct digest_claim *lead)
{
	g_autofree char *change = lead ? words_claim_change(lead) : NULL;

	if (!lead)
		return g_strdup("no change is told");
	return g_strdup_printf("%s %s of %s", change, words_verdict(lead), lead->label);
}

/* ---- cases -------------------------------------------------------------------------------- */

static void put_line(struct page *page, const char *name, const char *text)
{
	page_textf(page, "%s: %s", name, text ? text : "unknown");
	page_newline(page);
}

static void put_failure(struct page *page, const struct digest_entry *entry)
{
	const struct digest_row *row = entry->lead ? entry->lead->row : NULL;
	const struct digest_report *first = entry->reports->len ? entry->reports->pdata[0] : NULL;
	g_autofree char *message = told(entry->lead), *state = words_state(entry);
	g_autofree char *age = words_age(entry), *breadth = words_breadth(entry);
	g_autofree char *interval =
		row ? words_interval(row->effect.ci, row->effect.unit) : g_strdup("not known");

	page_open(page, "failure", "message", message, "type", words_grade(row), NULL);
	page_newline(page);
	put_line(page, "commit", entry->commit);
	put_line(page, "state", state);
	put_line(page, "age", age);
	if (entry->verdict)
		put_line(page, "run again here", entry->verdict);
	put_line(page, "seen in", breadth);
	put_line(page, "95 % interval", interval);
	put_line(page, "report", first && first->url ? first->url : NULL);
	page_end(page);
}

static void put_case(struct page *page, const char *suite, const struct digest_entry *entry)
{
	g_autofree char *name =
		g_strdup_printf("%s: %s", entry->id, entry->title ? entry->title : "(no title)");

	page_newline(page);
	page_open(page, "testcase", "name", name, "classname", suite, "time", "0", NULL);
	if (fails(entry->section))
		put_failure(page, entry);
	else if (entry->section == SECTION_UNJUDGED)
		page_void(page, "skipped", NULL);
	page_end(page);
}

/* ---- suites -------------------------------------------------------------------------------- */

static void put_property(struct page *page, const char *name, const char *value)
{
	if (value)
		page_void(page, "property", "name", name, "value", value, NULL);
}

static void put_properties(struct page *page, const struct digest_head *head)
{
	page_newline(page);
	page_open(page, "properties", NULL);
	put_property(page, "period", head->period);
	put_property(page, "narrowed", head->narrowed);
	page_end(page);
}

/* The lists, a line for each cluster of the suite, passing ones too. */
static void put_ranks(struct page *page, const struct digest_area *area)
{
	page_newline(page);
	page_open(page, "system-out", NULL);
	for (guint i = 0; i < area->entries->len; i++) {
		const struct digest_entry *entry = area->entries->pdata[i];
		g_autofree char *points = words_number(entry->points), *lead = told(entry->lead);

		page_textf(page, "%s %u %s, score %s, %s: %s", digest_section_name(entry->section),
			entry->rank, entry->id, points, state_name(entry->state), lead);
		page_newline(page);
	}
	page_end(page);
	page_newline(page);
	page_open(page, "system-err", NULL);
	page_end(page);
}

static void put_suite(struct page *page, const struct digest *digest, guint index)
{
	const struct digest_area *area = digest->areas->pdata[index];
	const char *name = area->name ? area->name : "unknown";
	g_autofree char *end = words_time(digest->head.end);
	g_autofree char *time = g_strndup(end ? end : "1970-01-01T00:00:00", SCHEMA_TIME);
	g_autofree char *id = g_strdup_printf("%u", index);
	g_autofree char *tests = g_strdup_printf("%u", area->entries->len);
	g_autofree char *failures = g_strdup_printf("%u", failures_of(area));
	g_autofree char *skipped = g_strdup_printf("%u", area->counts[SECTION_UNJUDGED]);

	page_newline(page);
	page_open(page, "testsuite", "package", "lkpdigest", "id", id, "name", name, "timestamp",
		time, "hostname", "localhost", "tests", tests, "failures", failures, "errors", "0",
		"skipped", skipped, "time", "0", NULL);
	put_properties(page, &digest->head);
	for (guint i = 0; i < area->entries->len; i++)
		put_case(page, name, area->entries->pdata[i]);
	put_ranks(page, area);
	page_newline(page);
	page_end(page);
}

GString *digest_junit(const struct digest *digest, GError **error)
{
	struct page *page = page_new_xml();

	page_open(page, "testsuites", NULL);
	for (guint i = 0; i < digest->areas->len; i++)
		put_suite(page, digest, i);
	page_newline(page);
	page_end(page);
	page_newline(page);
	return page_close(page, error);
}
