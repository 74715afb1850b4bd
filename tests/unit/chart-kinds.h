/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart of each kind, and texts that nobody should meet. */
#pragma once

#include "render/chart.h"

#include <math.h>

static const double runs_of_base[] = {161714, 160011, 162300, 161500, 161600};
static const double runs_of_head[] = {101819, 99000, NAN, 104600, 101700, 90000};
static const struct chart_row commits[] = {
	{"v5.8", NULL, 161425, 160400, 162450, CHART_NEUTRAL, runs_of_base, 5, .n = "5"},
	{"5c0a85fad949", "99,424", 99424, 92000, 106800, CHART_WORSE, runs_of_head, 6, .n = "5"},
};
static const struct chart_row changes[] = {
	{"unixbench.score", NULL, -37, -40.7, -33.1, CHART_WORSE, .n = "3 to 6"},
	{"vm-splice.ops", NULL, 12.3, 8, 16, CHART_BETTER},
};
static const double cells[][3] = {{-37, 2.25, NAN}, {12, 0, -110}};
static const enum chart_tone cell_tones[][3] = {
	{CHART_WORSE, CHART_NEUTRAL, CHART_NEUTRAL}, {CHART_BETTER, CHART_NEUTRAL, CHART_WORSE}};
static const struct chart_row tests[] = {
	{"unixbench", NULL, NAN, NAN, NAN, CHART_NEUTRAL, cells[0], 3, cell_tones[0]},
	{"will-it-scale", NULL, NAN, NAN, NAN, CHART_NEUTRAL, cells[1], 3, cell_tones[1]},
};
static const char *const heads[] = {"5c0a85fad949", "01b9da291c49", "v5.9"};
static const double counts[][3] = {{1, 4, 3}, {0, 0, 2}};
static const struct chart_row states[] = {
	{"open", NULL, NAN, NAN, NAN, CHART_WORSE, counts[0], 3},
	{"fixed", NULL, NAN, NAN, NAN, CHART_BETTER, counts[1], 3},
};
static const char *const weeks[] = {"2025-W29", "2025-W30", "2025-W31"};
static const struct chart_row functions[] = {
	{"native_queued_spin_lock_slowpath", NULL, 12.3, NAN, NAN, CHART_WORSE, .other = 14,
		.whole = "native_queued_spin_lock_slowpath;_raw_spin_lock;do_work"},
	{"copy_user", NULL, -3.2, NAN, NAN, CHART_BETTER, .other = -3.1},
};
static const double good_samples[] = {120, NAN, 121, NAN, 119};
static const double bad_samples[] = {NAN, 80, NAN, 81.5, NAN};
static const struct chart_row samples[] = {
	{"good", NULL, NAN, NAN, NAN, CHART_BETTER, good_samples, 5},
	{"bad", NULL, NAN, NAN, NAN, CHART_WORSE, bad_samples, 5},
};

/* By kind. */
static const struct chart kinds[CHART_KINDS] = {
	{CHART_CHANGES, "Changes", "change", "%", changes, 2},
	{CHART_BEFORE_AFTER, "Before and after", "unixbench.score", "", commits, 2},
	{CHART_STRIP, "Runs", "unixbench.score", "", commits, 2, .source = "11 runs of results"},
	{CHART_HEAT_MAP, "Tests by commits", "change", "%", tests, 2, heads, 3, "3 tables"},
	{CHART_TREND, "States by weeks", "clusters", "", states, 2, weeks, 3},
	{CHART_SPARKLINE, "A line", "unixbench.score", "", states, 1},
	{CHART_PROFILE, "Moves", "change of the share", "points", functions, 2},
	{CHART_HISTORY, "Bisection", "unixbench.score", "", samples, 2},
};

static const char *const hostile[] = {
	"`touch ../lkpdigest-pwned`",
	"\"; set print \"|touch ../lkpdigest-pwned\"",
	"'.`touch ../lkpdigest-pwned`.'",
	"\\\nEND\n!touch ../lkpdigest-pwned\n",
	"\\140touch ../lkpdigest-pwned\\140",
	"@0.label@",
	"@axis@",
	"<script>alert(1)</script>",
	"]]><!-- &amp; &#x41; <![CDATA[",
	"{/Symbol a}_b^c",
	"\033[31mred\x7f\x01\t\r\n",
	"\xe2\x80\xae bidi \xe2\x80\x8b",
	"\xff\xfe not UTF-8 \xb1 2%",
	"\xe6\xbc\xa2\xe5\xad\x97",
	"%d %s %n",
	"",
	NULL,
};
