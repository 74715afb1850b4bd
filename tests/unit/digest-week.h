/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A week of mails as a store, carrying figures of real reports, and questions to the
 * page that comes of it.
 */
#pragma once

#include "render/digest.h"
#include "tests/unit/digest-store.h"

#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

#define DAY(day) (G_GINT64_CONSTANT(1741564800) + (day)*86400) /* from 2025-03-10 on */

/* ---- the store -------------------------------------------------------------------- */

static const struct sample unixbench = {
	.id = "unixbench-shell8@example.org",
	.date = DAY(0),
	.kind = MESSAGE_PERFORMANCE,
	.subject = "[lkp] [mm] 5c0a85fad9: unixbench.score -6.3% regression",
	.metric = "unixbench.score",
	.change = "-6.3%",
	.claim = "-6.3%",
	.verdict = VERDICT_REGRESSION,
	.commit = "5c0a85fad949212b3e059692deecdeed74ae7ec7",
	.title = "mm: make faultaround produce old ptes",
	.parent = "4b50bcc7eda4d3cc",
	.subsystem = "mm",
	.testcase = "unixbench",
	.tbox_group = "lituya",
	.machine = "16 threads Haswell High-end Desktop with 16G memory",
	.params = "cpufreq_governor=performance, nr_task=1, test=shell8",
	.table = {47, "lituya",
		{{"unixbench.score", "14321", 0, "-6.3%", "13425", 0},
			{"unixbench.time.system_time", "758.65", 0, "-3.0%", "735.86", 0},
			{"kmsg.odd", "3:4", 0, NULL, "2:4", 0}}},
};

static const struct sample_box memcg_boxes[] = {
	{45, "stress-ng", "stress-ng.mmapfork.ops_per_sec",
		"256 threads 4 sockets INTEL(R) XEON(R) PLATINUM 8592+ (Emerald Rapids)", "-63.5%",
		"nr_threads=100%, test=mmapfork", VERDICT_REGRESSION,
		{386, "lkp-emr-2sp1",
			{{"stress-ng.mmapfork.ops", "12219", BLANK, "-63.1%", "4511", 6},
				{"stress-ng.mmapfork.ops_per_sec", "202.59", BLANK, "-63.5%",
					"73.93", 6}}}},
	{60, "blogbench", "blogbench.write_score", NULL, "-26.6%", NULL, VERDICT_REGRESSION, {0}},
	{75, "netperf", "netperf.Throughput_Mbps",
		"128 threads 2 sockets Intel(R) Xeon(R) Gold 6338", "+39.9%",
		"nr_threads=200%, test=TCP_MAERTS", VERDICT_IMPROVEMENT,
		{1783, "lkp-icl-2sp2",
			{{"netperf.Throughput_Mbps", "3009", 2, "+39.9%", "4209", BLANK}}}},
};

static const struct sample memcg = {
	.id = "netperf-maerts@example.org",
	.date = DAY(1),
	.kind = MESSAGE_PERFORMANCE,
	.subject = "[linux-next:master] [memcg]  01d37228d3:  netperf.Throughput_Mbps 37.9% "
		   "regression",
	.metric = "netperf.Throughput_Mbps",
	.change = "-37.9%",
	.claim = "37.9%",
	.verdict = VERDICT_REGRESSION,
	.commit = "01d37228d331047a0bbbd1026cec2ccabef6d88d",
	.title = "memcg: Use trylock to access memcg stock_lock.",
	.parent = "8c57b687e8331eb8",
	.subsystem = "memcg",
	.testcase = "netperf",
	.tbox_group = "lkp-icl-2sp2",
	.link = "https://lore.kernel.org/oe-lkp/netperf-maerts@example.org",
	.params = "nr_threads=50%, test=TCP_MAERTS",
	.table = {116, "lkp-icl-2sp2",
		{{"netperf.ThroughputBoth_Mbps", "22880", BLANK, "-37.9%", "14205", 2},
			{"netperf.Throughput_Mbps", "22880", BLANK, "-37.9%", "14205", 2},
			{"turbostat.Busy%", "44.75", BLANK, "+4.7", "49.43", BLANK}}},
	.headline_row = 1,
	.boxes = memcg_boxes,
	.n_boxes = G_N_ELEMENTS(memcg_boxes),
};

static const struct sample cpuidle = {
	.id = "lmbench3-pipe@example.org",
	.date = DAY(2),
	.kind = MESSAGE_PERFORMANCE,
	.subject =
		"[linus:master] [cpuidle]  db86f55bf8:  lmbench3.PIPE.latency.us 11.5% improvement",
	.metric = "lmbench3.PIPE.latency.us",
	.change = "-11.5%",
	.claim = "11.5%",
	.verdict = VERDICT_IMPROVEMENT,
	.commit = "db86f55bf81a3a297be05ee8775ae9a8c6e3a599",
	.title = "cpuidle: governors: menu: Select polling state in some more cases",
	.parent = "v6.18-rc3",
	.subsystem = "cpuidle",
	.testcase = "lmbench3",
	.tbox_group = "lkp-spr-2sp4",
	.table = {70, "lkp-spr-2sp4",
		{{"lmbench3.PIPE.latency.us", "5.11", BLANK, "-11.5%", "4.52", BLANK}}},
};

static const struct sample commitless = {
	.id = "hash-lost@example.org",
	.date = DAY(3),
	.kind = MESSAGE_PERFORMANCE,
	.subject = "[linux-next:master] [mm]  :  aim7.jobs-per-min 16.0% regression",
	.metric = "aim7.jobs-per-min",
	.claim = "16.0%",
	.verdict = VERDICT_REGRESSION,
};

static const struct sample functional = {
	.id = "warning@example.org",
	.date = DAY(4),
	.kind = MESSAGE_FUNCTIONAL,
	.subject = "[linus:master] [memcg]  01d37228d3:  WARNING:at_mm/memcontrol.c:#drain",
	.failure = "WARNING:at_mm/memcontrol.c:#drain",
	.commit = "01d37228d331",
};

static const struct sample retraction = {
	.id = "retraction@example.org",
	.date = DAY(5),
	.kind = MESSAGE_REPLY,
	.subject = "Re: [linux-next:master] [mm]  :  aim7.jobs-per-min 16.0% regression",
	.retracts = "hash-lost@example.org",
};

static const struct sample summary = {
	.id = "summary@example.org",
	.date = DAY(5),
	.kind = MESSAGE_SUMMARY,
	.subject = "[tip:master] BUILD REGRESSION 2f1a7d0f36b1c0",
	.commit = "2f1a7d0f36b1c0",
};

static const struct sample later = {
	/* outside of the week */
	.id = "later@example.org",
	.date = DAY(9),
	.kind = MESSAGE_PERFORMANCE,
	.subject = "[linus:master] [xfs]  fffffffff1:  aim7.jobs-per-min 50.0% regression",
	.metric = "aim7.jobs-per-min",
	.change = "-50.0%",
	.verdict = VERDICT_REGRESSION,
	.commit = "fffffffff1fffffffff1fffffffff1fffffffff1",
	.table = {70, "lkp-spr-2sp4", {{"aim7.jobs-per-min", "5000", 3, "-50.0%", "2500", 4}}},
};

static const struct sample *const week[] = {
	&unixbench, &memcg, &cpuidle, &commitless, &functional, &retraction, &summary, &later};

static void put_week(struct sample_store *at)
{
	g_autoptr(GPtrArray) none = diag_list_new();
	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);
	struct origin origin = {"lists/sample.mbox", 1000, NULL, 1, 130};

	diag_emit(&sink, DIAG_ROW_DROPPED, &origin, slice_of("  12x4 \033[31m +3.0%  odd"),
		"a mean is no number");
	sample_store_open(at);
	for (gsize i = 0; i < G_N_ELEMENTS(week); i++)
		sample_put(at->store, week[i], (gint64)i * 1000, week[i] == &memcg ? diags : none);
	sample_store_commit(at);
}

G_GNUC_UNUSED static struct digest *digest_of_week(struct sample_store *at)
{
	struct digest_options options = {STORE_FILTER_ALL, "2025-W11", DAY(7), sample_rules()};
	g_autoptr(GError) error = NULL;

	options.filter.since = DAY(0);
	options.filter.until = DAY(7);

	struct digest *digest = digest_new(at->store, &options, &error);

	g_assert_no_error(error);
	return digest;
}

/* ---- the page ------------------------------------------------------------------------ */

/* Strings of all nodes that an XPath gives ("h" is XHTML's prefix). */
G_GNUC_UNUSED static GPtrArray *ask(xmlDocPtr doc, const char *path)
{
	GPtrArray *found = g_ptr_array_new_with_free_func(g_free);
	xmlXPathContextPtr context = xmlXPathNewContext(doc);

	xmlXPathRegisterNs(context, BAD_CAST "h", BAD_CAST "http://www.w3.org/1999/xhtml");

	xmlXPathObjectPtr result = xmlXPathEvalExpression(BAD_CAST path, context);

	g_assert_nonnull(result);
	for (int i = 0; result->nodesetval && i < result->nodesetval->nodeNr; i++) {
		xmlChar *text = xmlNodeGetContent(result->nodesetval->nodeTab[i]);

		g_ptr_array_add(found, g_strdup((const char *)text));
		xmlFree(text);
	}
	xmlXPathFreeObject(result);
	xmlXPathFreeContext(context);
	return found;
}

G_GNUC_UNUSED static xmlDocPtr read_page(const struct digest *digest, const char *gnuplot)
{
	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);
	GString *html = digest_html(digest, gnuplot, &sink, NULL);
	xmlDocPtr doc = xmlReadMemory(html->str, (int)html->len, NULL, "UTF-8", XML_PARSE_NONET);

	g_assert_nonnull(doc); /* well-formed */
	g_assert_cmpuint(diags->len, ==, 0);
	g_string_free(html, TRUE);
	return doc;
}
