/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of runs that a mail tells for its tables. */
#include "tests/unit/mail-text.h"

#define TABLE                                                                                      \
	"4b50bcc7eda4d3cc 5c0a85fad949212b3e059692de\n"                                            \
	"---------------- --------------------------\n"                                            \
	"         %stddev     %change         %stddev\n"                                           \
	"             \\          |                \\\n"                                           \
	"     14321            -6.3%      13425        unixbench.score\n\n"

/* The numbers of the columns of all tables. */
static char *declared(const char *body)
{
	g_auto(parsed) p = parsed_text(mail_from_robot("Re: x"), body);
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < p.records->columns->len; i++)
		g_string_append_printf(text, "%s%u", i ? " " : "",
			RECORD(p.records->columns, struct column, i)->declared);
	return g_string_free(text, FALSE);
}

static void tells(void)
{
	static const struct {
		const char *body, *declared;
	} cases[] = {
		{"with 10 runs for each commit.\n\n" TABLE, "10 10"},
		{"each commit was run 12 times.\n\n" TABLE, "12 12"},
		{"we ran five times for each of them.\n\n" TABLE, "5 5"},
		{"We did three runs of both kernels:\n\n" TABLE TABLE, "3 3 0 0"},
		{TABLE "with 10 runs for each commit.\n\n" TABLE, "0 0 10 10"},
		/* Of something else, of more than these, quoted, or of one of them. */
		{TABLE "with 10 runs for each commit.\n", "0 0"},
		{"Five more runs of each commit:\n\n" TABLE, "0 0"},
		{"the issue came 21 times out of 50 runs\n\n" TABLE, "0 0"},
		{"> with 10 runs for each commit.\n\n" TABLE, "0 0"},
		{"it was run 10 times.\n\n" TABLE, "0 0"},
		{"with 100000 runs for each commit.\n\n" TABLE, "0 0"},
		/* The runs themselves, where their mean is the table's. */
		{TABLE "  \"unixbench.score\": [\n    14320,\n    14321.5,\n    14323\n  ],\n",
			"3 0"},
		{TABLE "  \"unixbench.score\": [\n    13425,\n    13426\n  ],\n"
		       "  \"unixbench.score\": [\n    1,\n    2,\n    3\n  ],\n",
			"0 2"},
		{TABLE "  \"unixbench.time\": [\n    13425,\n    13426\n  ],\n", "0 0"},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *got = declared(cases[i].body);

		g_test_message("%s", cases[i].body);
		g_assert_cmpstr(got, ==, cases[i].declared);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/declared/tells", tells);
	return g_test_run();
}
