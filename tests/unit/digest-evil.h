/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A store of mails that mean harm: every field holds markup, quotes, commands, escapes, or is
 * endless; and what may not be in a page made of it.
 */
#pragma once

#include "base/show.h"
#include "store/clusters.h"
#include "tests/unit/digest-store.h"

#include <libxml/parser.h>
#include <libxml/xpath.h>

#define LONG_NAME 10000

static const char *const harm[] = {
	"<script>alert(1)</script><img src=x onerror=alert(1)>",
	"\"'><svg onload=alert(1)>&quot;&#x3c;b&#x3e;]]><!--",
	"`reboot`$(reboot);|'\"\nquit\nsystem \"touch owned\"",
	"javascript:alert(1)",
	"data:text/html,<script>alert(1)</script>",
	"\033[31mred\033]0;title\007\b\b\r\n.\nSubject: forged",
	"\342\200\256evil\342\201\246\342\200\217 \357\273\277\302\205",
	"\xff\xfe not \xc3 UTF-8 \xed\xa0\x80",
	"%s%n%1$n@0.l@ @1.t@ END\nEND",
	"=HYPERLINK(\"https://example.org/evil\";\"evil\")",
	" +evil|' /C calc'!A0",
	"@evil(1) #1 www.example.org/evil | **evil** | <evil@example.org>",
	"\357\274\235evil \"\",=evil",
	"wide \346\274\242\345\255\227\346\274\242\345\255\227 a\314\201\314\201\314\201",
};

/* A field of each kind, so that no two are the same. */
static char *field(const char *evil, const char *name)
{
	return g_strdup_printf("%s %s", name, evil);
}

static char *evil_id(const char *evil, gint64 nr)
{
	return g_strdup_printf("%s %" G_GINT64_FORMAT "@example.org", evil, nr);
}

static void put_evil(struct sample_store *at, const char *evil, gint64 nr)
{
	g_autofree char *id = evil_id(evil, nr);
	g_autofree char *subject = field(evil, "subject"), *metric = field(evil, "test.metric");
	g_autofree char *commit = field(evil, "commit"), *title = field(evil, "title");
	g_autofree char *parent = field(evil, "parent"), *subsystem = field(evil, "subsystem");
	g_autofree char *testcase = field(evil, "testcase"), *group = field(evil, "group");
	g_autofree char *machine = field(evil, "machine"), *params = field(evil, "params");
	g_autofree char *detail = field(evil, "detail");
	g_autofree char *symbol = g_strconcat("perf-profile.self.cycles-pp.", evil, NULL);
	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);
	struct origin origin = {detail, 0, NULL, 1, 3};
	const struct sample_box box = {9, testcase, metric, machine, "-7.0%", params,
		VERDICT_IMPROVEMENT, {30, group, {{metric, "10", 2, "-7.0%", "9", 3}}}};
	const struct sample sample = {
		.id = id,
		.date = 1000000 + nr,
		.kind = nr % 3 == 2 ? MESSAGE_FUNCTIONAL : MESSAGE_PERFORMANCE,
		.subject = subject,
		.metric = metric,
		.change = "-6.3%",
		.failure = subject,
		.verdict = VERDICT_REGRESSION,
		.commit = commit,
		.title = title,
		.parent = parent,
		.subsystem = subsystem,
		.testcase = testcase,
		.tbox_group = group,
		.machine = machine,
		.link = evil,
		.params = params,
		.table = {20, group,
			{{metric, "14321", 2, "-6.3%", "13425", 3},
				{symbol, "1.00", 2, "+5.0", "6.00", 3}}},
		.boxes = &box,
		.n_boxes = 1,
	};

	diag_emit(&sink, DIAG_ROW_DROPPED, &origin, slice_of(evil), "%s", detail);
	sample_put(at->store, &sample, nr, diags);
}

/* A cluster of the mails of one evil, which stands in each of its fields. */
static void put_evil_cluster(struct store_clusters *to, const char *evil, gint64 nr)
{
	g_autofree char *id = g_strdup_printf("c-%" G_GINT64_FORMAT " %s", nr, evil);
	g_autofree char *title = field(evil, "title"), *alias = field(evil, "alias");
	g_autofree char *first = evil_id(evil, nr), *second = evil_id(evil, nr + 2);
	const char *aliases[] = {alias, NULL};
	const struct store_cluster_commit commits[] = {
		{evil, title, "reported"}, {alias, title, evil}};
	const struct store_cluster cluster = {.id = id,
		.aliases = aliases,
		.commits = commits,
		.n_commits = 2,
		.title = title,
		.author = evil,
		.subsystem = evil,
		.subsystems = evil,
		.lists = evil,
		.tag = evil,
		.flags = 1u << FLAG_STILL_ON,
		.still_on = evil,
		.state = STATE_OPEN,
		.first = 1000000,
		.last = 1000000,
		.changed = 1000000,
		.heard = 1000000,
		.regresses = TRUE,
		.reports = 2};
	const struct store_cluster_member member = {.cluster = id,
		.message_id = first,
		.date = 1000000,
		.testcase = evil,
		.tbox_group = evil,
		.metric = evil,
		.change = {"-6.3%", -6.3, UNIT_PERCENT},
		.verdict = VERDICT_REGRESSION};
	const struct store_cluster_event steps[] = {
		{id, 1000000, "report", first, 1, evil, evil, evil, TRUE, STATE_OPEN, STATE_OPEN},
		{id, 1000001, evil, second, 2, evil, evil, evil, TRUE, STATE_OPEN,
			STATE_FIX_PROPOSED},
		{id, 1000002, "report", second, 0, evil, evil, evil, FALSE, STATE_FIX_PROPOSED,
			STATE_FIX_PROPOSED},
	};
	const struct store_cluster_link link = {id, evil, evil, first, 3, evil};
	const struct store_cluster_evidence edge = {id, evil, evil, evil, first, 4, evil};

	g_assert_true(store_put_cluster(to, &cluster, NULL));
	g_assert_true(store_put_cluster_member(to, &member, NULL));
	for (gsize i = 0; i < G_N_ELEMENTS(steps); i++)
		g_assert_true(store_put_cluster_event(to, &steps[i], NULL));
	g_assert_true(store_put_cluster_link(to, &link, NULL));
	g_assert_true(store_put_cluster_evidence(to, &edge, NULL));
}

static void put_evil_clusters(struct sample_store *at, const char *endless_name)
{
	g_autoptr(GError) error = NULL;

	store_begin_keeping(at->store, FALSE, &error);
	g_assert_no_error(error);

	struct store_clusters *to = store_clusters_begin(at->store, "by hand", &error);

	g_assert_no_error(error);
	for (gsize i = 0; i < G_N_ELEMENTS(harm); i++)
		put_evil_cluster(to, harm[i], (gint64)i * 10);
	put_evil_cluster(to, endless_name, 999);
	store_clusters_end(to);
	store_commit(at->store, &error);
	g_assert_no_error(error);
}

static char *endless(void)
{
	GString *name = g_string_new(NULL);

	while (name->len < LONG_NAME)
		g_string_append(name, "metric.of.endless.length-");
	return g_string_free(name, FALSE);
}

/* A store of nothing but that; sample_store_close(). */
static void evil_store_open(struct sample_store *at)
{
	g_autofree char *name = endless();

	sample_store_open(at);
	for (gsize i = 0; i < G_N_ELEMENTS(harm); i++) {
		put_evil(at, harm[i], (gint64)i * 10);
		put_evil(at, harm[i], (gint64)i * 10 + 2);
	}
	put_evil(at, name, 999);
	sample_store_commit(at);
	put_evil_clusters(at, name);
}

static void assert_printable(const char *text)
{
	g_assert_true(g_utf8_validate(text, -1, NULL));
	for (const char *c = text; *c; c = g_utf8_next_char(c))
		if (*c != '\n')
			g_assert_false(show_is_unsafe(g_utf8_get_char(c)));
}
static void assert_none(xmlXPathContextPtr context, const char *path)
{
	xmlXPathObjectPtr found = xmlXPathEvalExpression(BAD_CAST path, context);

	g_assert_nonnull(found);
	g_assert_true(xmlXPathNodeSetIsEmpty(found->nodesetval));
	xmlXPathFreeObject(found);
}
