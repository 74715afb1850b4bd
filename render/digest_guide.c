/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How to read the page, one click away. */
#include "render/digest_html.h"

static const struct {
	const char *term, *told;
} terms[] = {
	{"Cluster",
		"one change to the kernel and all that was said of it: reports, answers, fixes. "
		"Its card tells where each number stands, by message and line."},
	{"▼ ▲", "worse and better, by the report's own words. The sign of a change is that of the "
		"number: more of works/sec or ops_per_sec is better, more of a latency is worse."},
	{"-6.3%",
		"how the mean of the runs changed from the base to the blamed commit; of a metric "
		"that is a percentage itself, the difference in points."},
	{"± 2%", "the standard deviation of the runs behind a mean, in percent of it, rounded as "
		 "the "
		 "robot prints it. Where none is printed it is 2 % or less."},
	{"n", "runs on each side. fail-runs: read off the fail:runs column of the same table; "
	      "declared: said in words; inferred: bounded by the printed numbers; assumed: nobody "
	      "says, so 3 to 6."},
	{"fail:runs",
		"2:6 is 2 failures in 6 runs. Failures are counted, and are never performance."},
	{"95 % interval", "the changes that the printed means, spreads and n are compatible with."},
	{"p", "how often so large a change would be seen where there is none; corrected for the "
	      "number "
	      "of the test's own rows."},
	{"Grade",
		"how sure the printed numbers are that there is a change: STRONG (p at most .001), "
		"SUPPORTED (at most .05), WEAK (rounding or the unknown n decides), UNSUPPORTED, "
		"UNTESTABLE (no row to test)."},
	{"Score", "size x grade x breadth x tree x freshness: the order of the lists. The formula "
		  "stands "
		  "at the end of the page, the factors on each card."},
	{"State",
		"open until somebody shows more: fix-proposed, fixed, reverted, recovered (a later "
		"table shows it), not-reproduced, invalid, ..."},
	{"Charts",
		"bars are changes, with their 95 % intervals; before and after are means with one "
		"standard deviation; the profile shows where the time went, of a function itself "
		"and "
		"with what it calls. Below each unfold its data."},
};

void put_guide(struct page *page, const char *more)
{
	page_newline(page);
	page_open(page, "details", "class", "guide", "id", "guide", NULL);
	page_leaf(page, "summary", NULL, "How to read this");
	page_open(page, "dl", NULL);
	for (gsize i = 0; i < G_N_ELEMENTS(terms); i++)
		put_fact(terms[i].term, terms[i].told, page);
	page_end(page);
	page_open(page, "p", NULL);
	page_link(page, more, "What was read, and how it is judged");
	page_end(page);
	page_end(page);
}
