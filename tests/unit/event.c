/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What messages say about earlier ones: words, tags, notes. */
#include "parse/event_link.h"
#include "tests/unit/mail-text.h"

#define H40 "5c0a85fad949212b3e059692deecdeed74ae7ec7"
#define OTHER40 "9bdf1e9e2f0a4c5d6e7f8091a2b3c4d5e6f70819"
#define REPORT "https://lore.kernel.org/oe-lkp/202512011418.cce5b747-lkp@intel.com"
#define REPORT_ID "202512011418.cce5b747-lkp@intel.com"
#define DIFF "--- a/mm/memory.c\n+++ b/mm/memory.c\n@@ -1,2 +1,2 @@\n-a\n+b\n"
#define HEADLINE                                                                                   \
	"Hello,\n\nkernel test robot noticed a 6.3% regression of unixbench.score on:\n\n"         \
	"commit: " H40 " (\"mm: make faultaround\")\n"                                             \
	"https://git.example.org/linux.git master\n"

static struct mail *reply_of(gboolean robot)
{
	struct mail *mail = robot ? mail_from_robot("Re: [linus:master] [mm] 5c0a85fad9: x")
				  : mail_from("Subsystem Maintainer", "maintainer@example.org",
					    "Re: [linus:master] [mm] 5c0a85fad9: x");

	mail->in_reply_to = g_strdup("report@example.org");
	return mail;
}

static struct mail *person_reply(void)
{
	return reply_of(FALSE);
}

static struct mail *patch(const char *subject)
{
	return mail_from("Subsystem Maintainer", "maintainer@example.org", subject);
}

static const struct event *event_at(const parsed *p, guint i)
{
	return RECORD(p->records->events, struct event, i);
}

/* The names of the events but reply, in order. */
static char *kinds_of(const parsed *p)
{
	GString *kinds = g_string_new(NULL);

	for (guint i = 0; i < p->records->events->len; i++) {
		enum event_kind kind = event_at(p, i)->kind;

		if (kind != EVENT_REPLY)
			g_string_append_printf(
				kinds, "%s%s", kinds->len ? " " : "", event_kind_name(kind));
	}
	return g_string_free(kinds, FALSE);
}

static const struct event *the(const parsed *p, enum event_kind kind)
{
	for (guint i = 0; i < p->records->events->len; i++)
		if (event_at(p, i)->kind == kind)
			return event_at(p, i);
	g_error("no event %s", event_kind_name(kind));
}

#define assert_kinds(p, expected)                                                                  \
	do {                                                                                       \
		g_autofree char *kinds_ = kinds_of(p);                                             \
		g_assert_cmpstr(kinds_, ==, expected);                                             \
	} while (0)

/* ---- words -------------------------------------------------------------------------- */

static void words(void)
{
	static const struct {
		const char *kind, *text;
	} cases[] = {
		/* retests, and near misses of them */
		{"recovered", "with the patch applied, the regression disappears."},
		{"recovered", "in our tests, the regression is entirely resoloved"},
		{"recovered", "The performance restored."},
		{"recovered",
			"v2 was applied on top of 01b9da291c, and it can recover the performance."},
		{"recovered", "this patch does help recover the performance back."},
		{"recovered", "With this change the regression is gone. The result follows:"},
		{"recovered", "No doubt the performance is recovered."},
		{"recovered", "the score is recovered, and we no longer see the drop"},
		{"not-recovered", "NOT recovered, even a little worse"},
		{"not-recovered", "not recovered"},
		{"not-recovered", "the performance is not recovered"},
		{"not-recovered", "the regression cannot be seen as resolved"},
		{"not-recovered", "performance isn\342\200\231t restored by the patch"},
		{"not-recovered", "we could not see the performance recovered"},
		{"not-recovered", "the score did not even partially recover"},
		{"not-recovered",
			"built again with -falign-functions=32, the regression still exists:"},
		{"not-recovered", "the patch didn't help the regression"},
		{"not-recovered", "we still observe similar regression"},
		{"partly-recovered", "the performance is partially recovered"},
		{"partly-recovered", "partially recovered"},
		{"partly-recovered", "with the patch the score is nearly back."},
		{"partly-recovered", "the throughput almost recovered"},
		{"partly-recovered", "the results are close to the parent's level"},
		{"recovered", "the performance is back to the original level"},
		{"recovered", "the throughput is back."}, {"", "the regression is back."},
		{"", "the regression is nearly back to where it was"},
		{"", "I will get back to this"}, {"", "these results came back to me only now"},
		{"partly-recovered", "the regression is not fully resolved"},
		{"partly-recovered", "this patch mitigates the regression"},
		{"unclear", "we cannot say it recovered"},
		{"unclear", "it is hard to tell if the regression is gone since the data is not "
			    "stable"},
		{"no-impact", "the patch has little impact on the score"},
		{"no-impact", "its score is still similar to 70a64b7919"},
		{"", "is the regression gone?"},
		{"", "please let us know if the performance is recovered"},
		{"", "the regression should be gone in the next version"},
		{"", "hope it could recover the performance"},
		{"", "the journal was recovered after the crash"},
		{"", "we need to restore performance here"},
		{"", "to recover the performance, readahead has to be kept"},
		{"", "not sure whether the patch helps"},
		{"", "error recovery of the link takes long, performance suffers"},
		{"", "the performance is not what we like, so let us see it recovered first"},

		/* reproduction */
		{"not-reproduced", "I'm unable to reproduce the issue"},
		{"not-reproduced", "cannot reproduce"},
		{"not-reproduced", "after some days of trying I am\nunable to reproduce it."},
		{"not-reproduced", "I could not reproduce this on my machine"},
		{"not-reproduced", "the regression can't be reproduced"},
		{"reproduced", "yes, it's still reproducible."},
		{"reproduced", "I can reproduce this here"},
		{"reproduced", "we reproduced it in 9 of 40 runs"},
		{"", "I did not try to reproduce it yet"},
		{"reproduction-asked", "can you reproduce it?"},
		{"", "if you cannot reproduce it, please say so"},
		{"", "you can reproduce it by running the job file"},
		{"", "the warning is not reproduced on the parent"}, {"", "To reproduce:"},

		{"reproduction-asked", "Hm. Is it reproducible? Across a reboot?"},
		{"reproduction-asked", "Is reproducible?"},
		{"reproduction-asked", "could anyone reproduce this?"},
		{"reproduction-asked", "How can I reproduce this here"},
		{"", "that is how you can reproduce it"},

		/* looking for the cause */
		{"debug-patch", "Here is the test result for the debug patch."},
		{"debug-patch", "I made a one line debug patch as below on top of the commit."},
		{"debug-patch recovered", "I made a debug patch, which recovers the regression"},
		{"", "I had to debug the patch for a while"},
		{"", "CONFIG_DEBUG_INFO changes nothing here, debug it"},
		{"profiled", "Here is another comparison with profile data."},
		{"profiled", "please find the perf profile attached"},
		{"", "could you send a profile?"}, {"", "the profile of this user is wrong"},

		/* reverts that are only talked of */
		{"revert-proposed", "I think we should ignore reclaim for now, and revert commit "
				    "5c0a85fad949 for "
				    "now."},
		{"revert-proposed", "Let's revert it."},
		{"revert-proposed", "please revert this commit"},
		{"revert-proposed", "Should we just revert it?"},
		{"revert-proposed", "this should be reverted"}, {"", "we should not revert it"},
		{"", "could you please try reverting that commit?"},
		{"", "we should revert to the old size"},
		{"", "if I take v6.9 and revert commit 5c0a85fad949 the score is 3"},
		{"", "I reverted it here"},

		/* ends */
		{"retracted", "please ignore this report"},
		{"retracted", "Please ignore the previous mail, the kernel was built wrong."},
		{"retracted", "Please ignore."}, {"retracted", "Sorry, this report is a noise"},
		{"superseded", "this report supersedes the one of yesterday"},
		{"superseded", "that report is superseded by this mail"},
		{"superseded", "this is v2 of the report"}, {"", "v2 of the patch series does it"},
		{"", "I will resend the patch"}, {"retracted", "it is a false positive"},
		{"", "please do not ignore this report"}, {"", "please ignore the white space"},
		{"", "the result is within the noise level"}, {"", "sorry for the noise"},
		{"expected", "This is as expected."},
		{"expected", "so the change is kinda expected"}, {"", "is this expected?"},
		{"", "this is not expected at all"}, {"", "this is expected to help"},

		/* talk */
		{"acknowledged", "Thanks for the report, I have seen it."},
		{"acknowledged", "I'll take a look tomorrow"}, {"", "could you take a look?"},
		{"fixed-by", "this should be fixed by 01b9da291c now"},
		{"", "this should be fixed by the next version"},
		{"", "the case that is fixed now by 5e85262e542d did not work either"},
		{"merged", "Applied to vfs-6.11, thanks!"}, {"merged", "Queued up for 6.12"},
		{"merged",
			"The following commit has been merged into the sched/core branch of tip:"},
		{"", "it was applied directly on top of 01b9da291c"},
		{"", "if the patch has been applied to the tree, please test"},
		{"", "the bot applied it by itself"},
		{"", "please try the patch again"}, /* there is none */
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_auto(parsed) p = parsed_text(person_reply(), cases[i].text);
		g_autofree char *kinds = kinds_of(&p);

		if (!strcmp(kinds, cases[i].kind))
			continue;
		g_test_message("\"%s\" is '%s', not '%s'", cases[i].text, kinds, cases[i].kind);
		g_test_fail();
	}
}

/* "could you try the debug patch below?" asks for no fix, nor does its listing offer one. */
static void debug_patch_is_no_fix(void)
{
	g_auto(parsed) p =
		parsed_text(person_reply(), "Could you please try the debug patch below?\n\n" DIFF);

	assert_kinds(&p, "debug-patch");
}

static void figures_of_ones_own(void)
{
#define COUNTERS                                                                                   \
	" Performance counter stats for './Run shell8 -c 1' (3 runs):\n\n"                         \
	"   468,562,316,621      cycles:u             ( +-  0.02% )\n"
	g_auto(parsed) own = parsed_text(person_reply(), "Mine:\n\n" COUNTERS);
	g_auto(parsed) quoted = parsed_text(person_reply(),
		"> Performance counter stats for './Run shell8 -c 1' (3 runs):\n>\n"
		">   468,562,316,621      cycles:u             ( +-  0.02% )\nNice.\n");
	g_auto(parsed) ratio = parsed_text(person_reply(),
		"Differences:\n\n nr_active_file        648        315    48.61%\n");

	assert_kinds(&own, "measured");
	g_assert_cmpuint(the(&own, EVENT_MEASURED)->line, ==, 5);
	assert_kinds(&quoted, "");
	assert_kinds(&ratio, "");
}

static void runs_under_a_profiler(void)
{
#define PROFILE_TABLE(setup)                                                                       \
	"compiler/debug-setup/tbox_group/testcase:\n  gcc-12/" setup "/box/unixbench\n\n"          \
	"commit: \n  4b50bcc7ed\n  5c0a85fad9\n\n"                                                 \
	"4b50bcc7eda4d3cc 5c0a85fad949212b3e059692de \n"                                           \
	"---------------- -------------------------- \n"                                           \
	"         %stddev     %change         %stddev\n"                                           \
	"             \\          |                \\  \n"                                         \
	"     14321            -6.3%      13425        unixbench.score\n"
	g_auto(parsed) profile = parsed_text(person_reply(), PROFILE_TABLE("profile"));
	g_auto(parsed) other = parsed_text(person_reply(), PROFILE_TABLE("none"));

	assert_kinds(&profile, "profiled retest");
	assert_kinds(&other, "retest");
}

static void quoted_report(void)
{
#define QUOTED                                                                                     \
	">> FYI, we noticed a -6.3% regression of unixbench.score due to commit:\n>>\n"            \
	"> and a remark between\n"                                                                 \
	">> commit: " H40 " (\"mm: make faultaround\")\n"
	g_auto(parsed) answer = parsed_text(person_reply(), QUOTED "\nOdd.\n");
	g_auto(parsed) other =
		parsed_text(mail_from("Subsystem Maintainer", "maintainer@example.org", "odd"),
			QUOTED "\nOdd.\n");
	g_auto(parsed) cut = parsed_text(person_reply(),
		">> FYI, we noticed a -6.3% regression of unixbench.score due to commit:\nOdd.\n");
	const struct event *event = the(&answer, EVENT_QUOTED_REPORT);

	assert_kinds(&answer, "quoted-report");
	g_assert_cmpuint(event->line, ==, 1);
	assert_slice(event->commit, H40);
	assert_slice(event->title, "mm: make faultaround");
	assert_kinds(&other, "quoted-report");
	assert_kinds(&cut, "");
}

static void greetings_say_nothing(void)
{
	g_auto(parsed) p = parsed_text(person_reply(), "Hi Maintainer,\n\nthe score is low.\n");
	g_auto(parsed) q = parsed_text(person_reply(), "Hi, the score is low, see below.\n");

	assert_slice(the(&p, EVENT_REPLY)->words, "the score is low.");
	assert_slice(the(&q, EVENT_REPLY)->words, "Hi, the score is low, see below.");
}

/* Only the robot sends a report again. */
static void sent_again(void)
{
	static const char text[] = "We re-report this since the first mail had the wrong config.\n";
	g_auto(parsed) robot = parsed_text(reply_of(TRUE), text);
	g_auto(parsed) above = parsed_text(
		mail_from_robot("[linus:master] [mm] 5c0a85fad9: unixbench.score 6.3% regression"),
		"Hi, sending the report again with the right config.\n\n" HEADLINE);
	g_auto(parsed) person = parsed_text(person_reply(), text);

	assert_kinds(&robot, "superseded");
	assert_kinds(&above, "superseded");
	assert_kinds(&person, "");
}

/* The robot's apology takes its mail back, a person's that of the person. */
static void words_of_the_robot(void)
{
	g_auto(parsed) sorry = parsed_text(reply_of(TRUE), "sorry for the noise\n");
	g_auto(parsed) look = parsed_text(reply_of(TRUE), "we will look into this\n");

	assert_kinds(&sorry, "retracted");
	assert_kinds(&look, "");
}

static void only_own_words(void)
{
	static const char *const silent[] = {
		"> the regression is gone\n",
		">> please ignore this report\n",
		"-- \nthe regression is gone\n",
		"----- Original Message -----\nthe regression is gone\n",
		"[   62.450000] the regression is gone\n",
		"kern  :warn  : [    9.15] the regression is gone\n",
		"     14321 \302\261  2%      -6.3%      13425        the.regression.gone\n",
		"| the regression is gone |\n",
		"> Tested-by: kernel test robot <lkp@intel.com>\n",
		"> #regzbot invalid: no\n",
		"> [still regression on linus/master " H40 "]\n",
	};

	for (guint i = 0; i < G_N_ELEMENTS(silent); i++) {
		g_auto(parsed) p = parsed_text(person_reply(), silent[i]);

		g_test_message("%s", silent[i]);
		assert_kinds(&p, "");
	}
}

/* Words over lines, with the line of the first of them and the sentence as it stands. */
static void place_of_words(void)
{
	g_auto(parsed) p = parsed_text(person_reply(),
		"On Mon, Jan 22, 2024, kernel test robot wrote:\n> x\n\n"
		"Hi. We ran it again, and the performance\nis fully recovered. Thanks\n");
	const struct event *reply = the(&p, EVENT_REPLY), *event = the(&p, EVENT_RECOVERED);

	g_assert_cmpuint(reply->line, ==, 4);
	assert_slice(reply->target, "report@example.org");
	g_assert_cmpuint(event->line, ==, 5);
	assert_slice(event->words, "We ran it again, and the performance is fully recovered.");
}

static void first_words_of_an_answer(void)
{
	static const struct {
		const char *body, *words;
	} cases[] = {
		{"On Mon, robot wrote:\n> x\n[...]\n> y\n\nThat is odd indeed.\n",
			"That is odd indeed."},
		{"> x\n\nTested-by: Subsystem Maintainer <maintainer@example.org>\n",
			"Tested-by: Subsystem Maintainer <maintainer@example.org>"},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_auto(parsed) p = parsed_text(person_reply(), cases[i].body);

		assert_slice(the(&p, EVENT_REPLY)->words, cases[i].words);
	}
}

/* ---- what was tried --------------------------------------------------------------------- */

#define COLUMNS_OF(third)                                                                          \
	"\n8285917d6f383aef 01b9da291c4969354807b52956f " third "\n"                               \
	"---------------- --------------------------- ---------------------------\n"               \
	"         %stddev     %change         %stddev     %change         %stddev\n"               \
	"             \\          |                \\          |                \\  \n"            \
	"     14321            -6.3%      13425            +0.1%      14333        "               \
	"unixbench.score\n"

static void retests(void)
{
	g_auto(parsed) p = parsed_text(person_reply(),
		"with v2 the performance is recovered:\n" COLUMNS_OF(
			"8da1b1ea4344c152a3892cbb132") "\nwith v3 it is NOT "
						       "recovered:\n" COLUMNS_OF("7d31f578f3230f3b7"
										 "b33b0930b0"));

	assert_kinds(&p, "recovered retest not-recovered retest");
	assert_slice(the(&p, EVENT_RECOVERED)->commit, "8da1b1ea4344c152a3892cbb132");
	assert_slice(the(&p, EVENT_RETEST)->commit, "8da1b1ea4344c152a3892cbb132");
	g_assert_cmpuint(the(&p, EVENT_RETEST)->line, ==, 3);
	assert_slice(the(&p, EVENT_NOT_RECOVERED)->commit, "7d31f578f3230f3b7b33b0930b0");
}

/* Where no word says what came of it, the row of the subject's metric does. */
static void retests_by_figures(void)
{
	static const struct {
		const char *head, *reported, *tried, *kinds;
	} cases[] = {
		{"5c0a85fad949212b3e059692dee", "-6.3%", "+0.1%", "retest recovered"},
		{"5c0a85fad949212b3e059692dee", "-6.3%", "-1.2%", "retest recovered"},
		{"5c0a85fad949212b3e059692dee", "-5.0%", "-3.4%", "retest partly-recovered"},
		{"5c0a85fad949212b3e059692dee", "-5.0%", "-4.9%", "retest not-recovered"},
		{"5c0a85fad949212b3e059692dee", "-5.0%", "-7.0%", "retest not-recovered"},
		/* Too small to tell; another commit stands there. */
		{"5c0a85fad949212b3e059692dee", "-0.5%", "-0.1%", "retest"},
		{"8da1b1ea4344c152a3892cbb132", "-5.0%", "-3.4%", "retest"},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *text = g_strdup_printf(
			"Here are the numbers.\n\n"
			"8285917d6f383aef %s 9bdf1e9e2f0a4c5d6e7f8091a2b\n"
			"---------------- --------------------------- ---------------------------\n"
			"         %%stddev     %%change         %%stddev     %%change         "
			"%%stddev\n"
			"             \\          |                \\          |                "
			"\\\n"
			"     14321           %6s      13425           %6s      13500        "
			"unixbench.score\n\n",
			cases[i].head, cases[i].reported, cases[i].tried);
		struct mail *mail = mail_from_robot(
			"Re: [linus:master] [mm]  5c0a85fad9:  unixbench.score 6.3% regression");

		mail->in_reply_to = g_strdup("report@example.org");
		g_auto(parsed) p = parsed_text(mail, text);

		assert_kinds(&p, cases[i].kinds);
		if (strcmp(cases[i].kinds, "retest"))
			assert_slice(event_at(&p, p.records->events->len - 1)->commit,
				"9bdf1e9e2f0a4c5d6e7f8091a2b");
	}
}

static void tried_without_a_table(void)
{
	g_auto(parsed) p = parsed_text(person_reply(),
		"8da1b1ea43 was put on top of 01b9da291c, and the performance is recovered.\n");

	assert_slice(the(&p, EVENT_RECOVERED)->commit, "8da1b1ea43");
}

/* ---- tags ---------------------------------------------------------------------------------- */

static void trailers(void)
{
	g_auto(parsed) p = parsed_text(patch("[PATCH] mm: fix the score"),
		"The score fell.\n\n"
		"Reported-by: kernel test robot <oliver.sang@intel.com>\n"
		"Closes: " REPORT "\n"
		"Fixes: 5c0a85fad949 (\"mm: make faultaround\")\n"
		"Tested-by: Test Engineer <tester@example.org>\n"
		"Link: https://lore.kernel.org/r/patch@example.org\n"
		"---\n" DIFF);

	assert_kinds(&p, "fix-proposed reported-by closes fixes tested-by");
	assert_slice(the(&p, EVENT_CLOSES)->link, REPORT);
	assert_slice(the(&p, EVENT_CLOSES)->target, REPORT_ID);
	assert_slice(the(&p, EVENT_FIXES)->commit, "5c0a85fad949");
	assert_slice(the(&p, EVENT_FIXES)->title, "mm: make faultaround");
	assert_slice(the(&p, EVENT_FIX_PROPOSED)->commit, "5c0a85fad949");
	assert_slice(the(&p, EVENT_FIX_PROPOSED)->target, REPORT_ID);
	g_assert_cmpuint(the(&p, EVENT_TESTED_BY)->line, ==, 6);
}

/* Archives and lists take addresses away; what is said stays, and each repair is named. */
static void hidden_trailers(void)
{
	g_auto(parsed) p = parsed_text(patch("[PATCH] mm: fix the score"),
		"Reported-by: Somebody <lkp () intel ! com>\n"
		"Closes: https://lore.kernel.org/oe-lkp/202512011418.cce5b747-lkp () intel ! com\n"
		"Tested-by: Test Engineer <[email protected]>\n"
		"---\n" DIFF);
	g_auto(parsed) masked = parsed_text(patch("[PATCH] mm: fix the score"),
		"Reported-by: kernel test robot <lkp@xxxxxxxxx>\n"
		"Closes: https://lore.kernel.org/oe-lkp/[email protected]\n"
		"---\n" DIFF);

	assert_kinds(&p, "fix-proposed reported-by closes tested-by");
	assert_slice(the(&p, EVENT_CLOSES)->link, REPORT);
	assert_slice(the(&p, EVENT_FIX_PROPOSED)->target, REPORT_ID);
	for (guint i = 0; i < p.records->events->len; i++)
		g_assert_cmpuint(event_at(&p, i)->repairs, ==, REPAIR_ADDRESS);
	g_assert_cmpuint(p.records->repairs, ==, REPAIR_ADDRESS);

	assert_kinds(&masked, "fix-proposed reported-by closes");
	assert_slice(the(&masked, EVENT_CLOSES)->link, NULL);
	assert_slice(the(&masked, EVENT_CLOSES)->target, NULL);
	g_assert_cmpuint(the(&masked, EVENT_CLOSES)->repairs, ==, REPAIR_ADDRESS);
	g_assert_cmpuint(the(&masked, EVENT_REPORTED_BY)->repairs, ==, REPAIR_ADDRESS);
}

static void trailers_that_are_none(void)
{
	static const char *const lines[] = {"Fixes: the score\n", "Closes: the window\n",
		"Link: " REPORT "\n", "+Fixes: 5c0a85fad949 (\"x\")\n",
		"What it Fixes: 5c0a85fad949\n"};

	for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
		g_auto(parsed) p = parsed_text(patch("[PATCH] mm: x"), lines[i]);

		assert_kinds(&p, "");
	}
}

/* To May 2023 the robot asked for Link:. */
static void link_below_reported_by(void)
{
	g_auto(parsed) p = parsed_text(patch("[PATCH] mm: x"),
		"Reported-and-tested-by: kernel test robot <lkp@intel.com>\nLink: " REPORT "\n");

	assert_kinds(&p, "fix-proposed tested-by reported-by closes");
}

static void tracker(void)
{
	static const struct {
		const char *line;
		enum event_kind kind;
		const char *commit, *title, *target;
	} cases[] = {
		{"#regzbot introduced: ca6dee6b79", EVENT_REGZBOT_INTRODUCED, "ca6dee6b79", NULL,
			NULL},
		{"#regzbot ^introduced 5c0a85fad949", EVENT_REGZBOT_INTRODUCED, "5c0a85fad949",
			NULL, NULL},
		{"#regzbot fix: mm: put it back", EVENT_REGZBOT_FIX, NULL, "mm: put it back", NULL},
		{"#regzbot fixed-by: 5c0a85fad949", EVENT_REGZBOT_FIX, "5c0a85fad949", NULL, NULL},
		{"#regzbot invalid: kinda expected, as in\n" REPORT "/", EVENT_REGZBOT_INVALID,
			NULL, NULL, REPORT_ID},
		{"#regzbot dup-of: " REPORT, EVENT_REGZBOT_DUP, NULL, NULL, REPORT_ID},
		{"#regzbot monitor: " REPORT, EVENT_REGZBOT_LINK, NULL, NULL, REPORT_ID},
		{"#regzbot resolve: by a newer firmware", EVENT_REGZBOT_RESOLVED, NULL, NULL, NULL},
		{"#regzbot inconclusive: never heard again", EVENT_REGZBOT_INCONCLUSIVE, NULL, NULL,
			NULL},
		{"#regzbot title: the score falls", EVENT_REGZBOT_OTHER, NULL, NULL, NULL},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_auto(parsed) p = parsed_text(person_reply(), cases[i].line);
		const struct event *event = the(&p, cases[i].kind);

		assert_slice(event->commit, cases[i].commit);
		assert_slice(event->title, cases[i].title);
		assert_slice(event->target, cases[i].target);
	}
}

static void other_commits(void)
{
	static const struct {
		const char *text;
		enum event_kind kind;
		const char *commit;
	} cases[] = {
		{"This reverts commit " H40 ".", EVENT_REVERT, H40},
		{"This reverts commits " H40 ", " OTHER40 ".", EVENT_REVERT, H40},
		{"commit " H40 " upstream.", EVENT_UPSTREAM, H40},
		{"[ Upstream commit " H40 " ]", EVENT_UPSTREAM, H40},
		{"(cherry picked from commit " H40 ")", EVENT_CHERRY_PICK, H40},
		{"commit " H40 " is not upstream.", EVENT_KINDS, NULL},
		{"commit 5c0a85fad949 upstream.", EVENT_KINDS, NULL},
		{"This reverts commit that was wrong", EVENT_KINDS, NULL},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_auto(parsed) p = parsed_text(patch("[PATCH 6.6 1/2] mm: x"), cases[i].text);

		if (cases[i].kind == EVENT_KINDS)
			assert_kinds(&p, "");
		else
			assert_slice(the(&p, cases[i].kind)->commit, cases[i].commit);
	}
}

static void reverts_by_title(void)
{
	g_auto(parsed) p = parsed_text(
		patch("[PATCH v2] Revert \"mm: make \"faultaround\" optional\""), "It is slow.\n");
	g_auto(parsed) report = parsed_text(mail_from_robot("[linus:master] [mm] 5c0a85fad9: x"),
		"Hello,\n\nkernel test robot noticed a 6.3% regression of unixbench.score on:\n\n"
		"commit: " H40 " (\"Revert \"mm: make faultaround\"\")\n");

	assert_slice(the(&p, EVENT_REVERT)->title, "mm: make \"faultaround\" optional");
	g_assert_cmpuint(the(&p, EVENT_REVERT)->line, ==, 0);
	assert_slice(the(&report, EVENT_REVERT)->title, "mm: make faultaround");
	g_assert_cmpuint(the(&report, EVENT_REVERT)->line, ==, 5);
}

/* ---- reports ------------------------------------------------------------------------------- */

static void cross_checks(void)
{
	g_auto(parsed) p = parsed_text(mail_from_robot("[linus:master] [mm] 5c0a85fad9: x"),
		HEADLINE "\n[still regression on linus/master      " OTHER40 "]\n"
			 "[test failed on linux-next/master " H40 "]\n"
			 "[test failed on        fix commit " OTHER40 "]\n"
			 "[test passed on linus/master " OTHER40 "]\n");

	assert_kinds(&p, "still-on still-on still-on-fix");
	assert_slice(the(&p, EVENT_STILL_ON)->tree, "linus/master");
	assert_slice(the(&p, EVENT_STILL_ON)->commit, OTHER40);
	assert_slice(the(&p, EVENT_STILL_ON_FIX)->tree, NULL);
	g_assert_cmpuint(the(&p, EVENT_STILL_ON)->line, ==, 8);
}

static void asked_tags(void)
{
	g_auto(parsed) p = parsed_text(mail_from_robot("[linus:master] [mm] 5c0a85fad9: x"),
		HEADLINE "\nkindly add following tags\n"
			 "| Reported-by: kernel test robot <oliver.sang@intel.com>\n"
			 "| Closes: " REPORT "\n");

	assert_kinds(&p, "tag-asked tag-asked");
	assert_slice(event_at(&p, 1)->target, REPORT_ID);
}

static void on_a_patch(void)
{
	g_auto(parsed) p = parsed_text(mail_from_robot("Re: [PATCH v4 4/5] mm: x"),
		HEADLINE "patch link: https://lore.kernel.org/all/2026.1-5-author%40example.org/\n"
			 "patch subject: [PATCH v4 4/5] mm: x\n");

	assert_kinds(&p, "on-patch");
	assert_slice(the(&p, EVENT_ON_PATCH)->target, "2026.1-5-author@example.org");
	assert_slice(the(&p, EVENT_ON_PATCH)->title, "[PATCH v4 4/5] mm: x");
}

static void notes(void)
{
	g_auto(parsed) p = parsed_text(mail_from_robot("[linus:master] [btrfs] 5c0a85fad9: x"),
		"Hello,\n\nwe reported\n"
		"\"[linux-next:master] [btrfs]  4591c3ef75:  fsmark.files_per_sec 6.0% "
		"regression\"\nin\n" REPORT "/\n\n"
		"we rebuild the kernel and still observe similar regression.\n\n" HEADLINE
		"the regression is gone\n");
	const struct event *before = the(&p, EVENT_REPORTED_BEFORE);

	assert_kinds(&p, "reported-before reproduced");
	assert_slice(before->commit, "4591c3ef75");
	assert_slice(before->title,
		"[linux-next:master] [btrfs]  4591c3ef75:  fsmark.files_per_sec 6.0% regression");
	assert_slice(before->target, REPORT_ID);
}

/* A subject by itself, and one that a person quotes. */
static void notes_in_other_words(void)
{
	static const char note[] =
		"an earlier report of this commit was\n"
		"\"[linux-next:master] [btrfs]  4591c3ef75:  x 6.0% regression\"\n" REPORT "/\n\n";
	g_autofree char *body = g_strconcat(note, HEADLINE, NULL);
	g_auto(parsed) p =
		parsed_text(mail_from_robot("[linus:master] [btrfs] 5c0a85fad9: x"), body);
	g_auto(parsed) persons = parsed_text(person_reply(), note);

	assert_kinds(&p, "reported-before");
	assert_slice(the(&p, EVENT_REPORTED_BEFORE)->commit, "4591c3ef75");
	assert_kinds(&persons, "link");
}

/* ---- proposals, notices ---------------------------------------------------------------------- */

static void proposals(void)
{
	g_auto(parsed) listing = parsed_text(person_reply(), "Hm.\n\n" DIFF "\nThe end.\n");
	g_auto(parsed) asked =
		parsed_text(person_reply(), "Could you please test the patch below?\n\n" DIFF);
	g_auto(parsed) linked = parsed_text(person_reply(), "Does this fix it?\n" REPORT "\n");
	g_auto(parsed) pointed = parsed_text(person_reply(), "As said in\n" REPORT "\n");
	g_auto(parsed) quoted = parsed_text(person_reply(), "> --- a/x\n> +++ b/x\n> @@\nOk\n");

	assert_kinds(&listing, "fix-proposed");
	g_assert_cmpuint(the(&listing, EVENT_FIX_PROPOSED)->line, ==, 3);
	assert_kinds(&asked, "fix-proposed");
	g_assert_cmpuint(the(&asked, EVENT_FIX_PROPOSED)->line, ==, 1);
	assert_kinds(&linked, "fix-proposed");
	assert_slice(the(&linked, EVENT_FIX_PROPOSED)->target, REPORT_ID);
	assert_kinds(&pointed, "link");
	assert_kinds(&quoted, "");
}

static void notices(void)
{
	g_auto(parsed) tip = parsed_text(person_reply(),
		"The following commit has been merged into the sched/core branch of tip:\n\n"
		"Commit-ID:     " H40 "\n");
	g_auto(parsed) vfs = parsed_text(person_reply(),
		"Applied to vfs-6.11, thanks!\n\n[1/2] mm: put it back\n"
		"      https://git.example.org/vfs/c/5c0a85fad949\n");

	assert_slice(the(&tip, EVENT_MERGED)->tree, "sched/core");
	assert_slice(the(&tip, EVENT_MERGED)->commit, H40);
	assert_slice(the(&vfs, EVENT_MERGED)->tree, "vfs-6.11");
	assert_slice(the(&vfs, EVENT_MERGED)->commit, "5c0a85fad949");
	assert_slice(the(&vfs, EVENT_MERGED)->title, "mm: put it back");
}

static void links(void)
{
	static const struct {
		const char *text, *link, *target;
	} cases[] = {
		{"see <" REPORT "/>.", REPORT "/", REPORT_ID},
		{"http is https://a.example.org/r/x@y, z", "https://a.example.org/r/x@y", "x@y"},
		{"https://a.example.org/20251201/x%40y/raw?q=1#a",
			"https://a.example.org/20251201/x%40y/raw?q=1#a", "x@y"},
		{"https://a.example.org/@user", "https://a.example.org/@user", NULL},
		{"https://user@a.example.org/x", "https://user@a.example.org/x", NULL},
		{"https://a.example.org/a%0ab@c", "https://a.example.org/a%0ab@c", NULL},
		{"https://a.example.org/a%00b@c", "https://a.example.org/a%00b@c", NULL},
		{"httphttp http:// httpx", "http://", NULL},
		{"none", NULL, NULL},
	};
	g_autoptr(GStringChunk) text = g_string_chunk_new(100);

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct slice link = link_find(slice_of(cases[i].text));

		assert_slice(link, cases[i].link);
		assert_slice(link_target(link, text), cases[i].target);
	}
}

/* ---- limits ---------------------------------------------------------------------------------- */

static void many(void)
{
	static const char *const pieces[] = {"the performance is recovered. ", "please ", "http",
		"#regzbot x\n", "we reported \"[\n", "no ", "(((((", "Fixes: 5c0a85fad949\n",
		"Does this fix it? "};

	for (guint i = 0; i < G_N_ELEMENTS(pieces); i++) {
		g_autoptr(GString) body = g_string_new(NULL);

		while (body->len < 200000)
			g_string_append(body, pieces[i]);
		g_auto(parsed) p = parsed_text(person_reply(), body->str);
		g_auto(parsed) robots = parsed_text(reply_of(TRUE), body->str);

		g_assert_cmpuint(p.records->events->len, <=, 500);
		g_assert_cmpuint(
			parsed_diags(&p, DIAG_LIST_TOO_LONG), ==, p.records->events->len == 500);
		for (guint k = 0; k < p.records->events->len; k++)
			g_assert_cmpuint(event_at(&p, k)->words.len, <=, 300);
	}
}

/* One event too many is told, the last that fits is not. */
static void at_the_limit(void)
{
	for (guint n = 499; n <= 501; n++) {
		g_autoptr(GString) body = g_string_new("On Mon, robot wrote:\n> x\n");

		for (guint i = 1; i < n; i++) /* the answer itself is one */
			g_string_append_printf(body, "#regzbot monitor: %u\n", i);
		g_auto(parsed) p = parsed_text(person_reply(), body->str);

		g_assert_cmpuint(p.records->events->len, ==, MIN(n, 500));
		g_assert_cmpuint(parsed_diags(&p, DIAG_LIST_TOO_LONG), ==, n > 500);
	}
}

/* A link that was cut would lead elsewhere. */
static void too_long_a_link(void)
{
	for (guint n = 999; n <= 1001; n++) {
		g_autofree char *tail = g_strnfill(n - strlen("https://a.example/"), 'x');
		g_autofree char *text = g_strconcat("see https://a.example/", tail, " there", NULL);

		g_assert_cmpuint(link_find(slice_of(text)).len, ==, n > 1000 ? 0 : n);
	}
}

static void cut_and_damaged(void)
{
	static const char text[] =
		"On Mon, robot wrote:\n> x\n\nHi, with v2 the performance is "
		"recovered:\n" COLUMNS_OF(
			"8da1b1ea4344c152a3892cbb132") "\nTested-by: kernel test robot "
						       "<lkp@intel.com>\n"
						       "#regzbot fix: 5c0a85fad949\nsee " REPORT
						       "\nCould you test this?\n\n" DIFF;

	for (gsize i = 0; i < strlen(text); i++) {
		g_autofree char *damaged = g_strdup(text);
		g_auto(parsed) cut = parsed_of(person_reply());

		damaged[i] = (char)g_test_rand_int_range(1, 255);
		g_auto(parsed) p = parsed_text(person_reply(), damaged);
		damaged[i] = '\0';
		g_auto(parsed) shorter = parsed_text(person_reply(), damaged);
		g_assert_cmpuint(p.records->events->len, >=, 1);
		g_assert_cmpuint(shorter.records->events->len, >=, 1);
	}
}

static void names(void)
{
	for (int kind = 0; kind < EVENT_KINDS; kind++)
		g_assert_cmpint(event_kind_by_name(event_kind_name(kind)), ==, kind);
	g_assert_cmpint(event_kind_by_name("weather"), ==, EVENT_KINDS);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/event/words", words);
	g_test_add_func("/event/sent-again", sent_again);
	g_test_add_func("/event/retests-by-figures", retests_by_figures);
	g_test_add_func("/event/debug-patch-is-no-fix", debug_patch_is_no_fix);
	g_test_add_func("/event/figures-of-ones-own", figures_of_ones_own);
	g_test_add_func("/event/runs-under-a-profiler", runs_under_a_profiler);
	g_test_add_func("/event/quoted-report", quoted_report);
	g_test_add_func("/event/greetings-say-nothing", greetings_say_nothing);
	g_test_add_func("/event/words-of-the-robot", words_of_the_robot);
	g_test_add_func("/event/only-own-words", only_own_words);
	g_test_add_func("/event/place-of-words", place_of_words);
	g_test_add_func("/event/retests", retests);
	g_test_add_func("/event/tried-without-a-table", tried_without_a_table);
	g_test_add_func("/event/trailers", trailers);
	g_test_add_func("/event/hidden-trailers", hidden_trailers);
	g_test_add_func("/event/trailers-that-are-none", trailers_that_are_none);
	g_test_add_func("/event/link-below-reported-by", link_below_reported_by);
	g_test_add_func("/event/tracker", tracker);
	g_test_add_func("/event/other-commits", other_commits);
	g_test_add_func("/event/reverts-by-title", reverts_by_title);
	g_test_add_func("/event/cross-checks", cross_checks);
	g_test_add_func("/event/asked-tags", asked_tags);
	g_test_add_func("/event/on-a-patch", on_a_patch);
	g_test_add_func("/event/notes", notes);
	g_test_add_func("/event/notes-in-other-words", notes_in_other_words);
	g_test_add_func("/event/proposals", proposals);
	g_test_add_func("/event/notices", notices);
	g_test_add_func("/event/links", links);
	g_test_add_func("/event/first-words-of-an-answer", first_words_of_an_answer);
	g_test_add_func("/event/many", many);
	g_test_add_func("/event/at-the-limit", at_the_limit);
	g_test_add_func("/event/too-long-a-link", too_long_a_link);
	g_test_add_func("/event/cut-and-damaged", cut_and_damaged);
	g_test_add_func("/event/names", names);
	return g_test_run();
}
