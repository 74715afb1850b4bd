/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What became of a cluster, from facts made here. */
#include "cluster/decisions.h"
#include "cluster/retest.h"
#include "cluster/story.h"
#include "cluster/story_rule.h"

#include <math.h>
#include <string.h>

#define H40 "5c0a85fad949212b3e059692deecdeed74ae7ec7"
#define FIX40 "9bdf1e9e2f0a4c5d6e7f8091a2b3c4d5e6f70819"
#define BASE40 "4b50bcc7eda4d3cc9e3f2a0aa60e590fedf728c5"
#define TITLE "mm: make faultaround produce old ptes"
#define DAY ((gint64)24 * 60 * 60)
#define START (1465000000 - 1465000000 % DAY)

/* ---- facts ------------------------------------------------------------------------------ */

typedef struct {
	struct facts *facts;
	struct cluster cluster;
	struct decisions *decisions;
	gint64 now;
} fixture;

static fixture *set_up(void)
{
	fixture *x = g_new0(fixture, 1);
	const struct cluster_commit commit = {H40, TITLE, "reported"};

	x->facts = facts_new();
	x->now = DATE_UNKNOWN;
	x->cluster = (struct cluster){
		.id = "c-5c0a85fad949",
		.aliases = g_ptr_array_new(),
		.commits = g_array_new(FALSE, FALSE, sizeof(struct cluster_commit)),
		.reports = g_array_new(FALSE, FALSE, sizeof(guint)),
		.claims = g_array_new(FALSE, FALSE, sizeof(guint)),
		.events = g_array_new(FALSE, FALSE, sizeof(guint)),
		.superseded = g_array_new(FALSE, FALSE, sizeof(guint)),
		.title = TITLE,
		.regresses = TRUE,
	};
	g_array_append_val(x->cluster.commits, commit);
	return x;
}

static void tear_down(fixture *x)
{
	facts_free(x->facts);
	decisions_free(x->decisions);
	g_ptr_array_unref(x->cluster.aliases);
	g_array_unref(x->cluster.commits);
	g_array_unref(x->cluster.reports);
	g_array_unref(x->cluster.claims);
	g_array_unref(x->cluster.events);
	g_array_unref(x->cluster.superseded);
	g_free(x);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(fixture, tear_down)

static const char *name_of_day(fixture *x, int day)
{
	g_autofree char *name = g_strdup_printf("%d@example.org", day);

	return facts_keep(x->facts, name);
}

/* One message a day, named after it. */
static const char *message(fixture *x, int day, enum author_kind author, enum message_kind kind)
{
	const struct fact_message m = {.message_id = name_of_day(x, day),
		.date = START + day * DAY,
		.author = author,
		.kind = kind,
		.from_name = author == AUTHOR_ROBOT ? "kernel test robot" : "Subsystem Maintainer",
		.subject = "x"};

	for (guint i = 0; i < x->facts->messages->len; i++)
		if (!strcmp(RECORD(x->facts->messages, struct fact_message, i)->message_id,
			    m.message_id))
			return m.message_id;
	g_array_append_val(x->facts->messages, m);
	return m.message_id;
}

static struct fact_report *report(fixture *x, int day, double change)
{
	const struct fact_report r = {
		.message_id = message(x, day, AUTHOR_ROBOT, MESSAGE_PERFORMANCE),
		.date = START + day * DAY,
		.kind = MESSAGE_PERFORMANCE,
		.commit = H40,
		.title = TITLE,
		.parent = BASE40,
		.verdict = VERDICT_REGRESSION};
	g_autofree char *text = g_strdup_printf("%+.1f%%", change);
	const struct fact_claim claim = {.report = x->facts->reports->len,
		.line = 12,
		.testcase = "unixbench",
		.tbox_group = "box",
		.params = "nr_task=1",
		.metric = "unixbench.score",
		.text = facts_keep(x->facts, text),
		.change = change,
		.verdict = VERDICT_REGRESSION};
	const struct fact_recipient to = {
		r.message_id, "Subsystem Maintainer", "maintainer@example.org"};
	guint i = x->facts->reports->len, k = x->facts->claims->len;

	g_array_append_val(x->facts->recipients, to);
	g_array_append_val(x->facts->reports, r);
	g_array_append_val(x->facts->claims, claim);
	g_array_append_val(x->cluster.reports, i);
	g_array_append_val(x->cluster.claims, k);
	return RECORD(x->facts->reports, struct fact_report, i);
}

static struct fact_event *said(
	fixture *x, int day, guint line, enum event_kind kind, enum author_kind author)
{
	const struct fact_event event = {.message_id = message(x, day, author, MESSAGE_REPLY),
		.date = START + day * DAY,
		.kind = kind,
		.author = author,
		.part = 1,
		.line = line,
		.text = "words",
		.person = author == AUTHOR_ROBOT ? "kernel test robot" : "Subsystem Maintainer"};
	guint i = x->facts->events->len;

	g_array_append_val(x->facts->events, event);
	g_array_append_val(x->cluster.events, i);
	return RECORD(x->facts->events, struct fact_event, i);
}

static struct fact_event *says(fixture *x, int day, enum event_kind kind)
{
	return said(x, day, 5, kind, AUTHOR_PERSON);
}

static struct fact_event *robot_says(fixture *x, int day, enum event_kind kind)
{
	return said(x, day, 5, kind, AUTHOR_ROBOT);
}

/* A table of that day's answer: ids and changes in percent; NAN: the base. */
static struct fact_table *table(
	fixture *x, int day, guint line, guint n, const char *const *ids, const double *changes)
{
	struct fact_column *columns = facts_keep_block(x->facts, g_new0(struct fact_column, n));
	static const char *const axes[] = {
		"nr_task=1", "tbox_group=box", "testcase=unixbench", "thp=never", NULL};
	const struct fact_table t = {.message_id = message(x, day, AUTHOR_PERSON, MESSAGE_REPLY),
		.part = 1,
		.line = line,
		.row = line + 3,
		.metric = "unixbench.score",
		.testcase = "unixbench",
		.tbox_group = "box",
		.axes = axes,
		.columns = columns,
		.n_columns = n};

	for (guint i = 0; i < n; i++) {
		g_autofree char *text =
			isnan(changes[i]) ? NULL : g_strdup_printf("%+.1f%%", changes[i]);

		columns[i].id = ids[i];
		columns[i].change = changes[i];
		columns[i].text = facts_keep(x->facts, text);
	}
	g_array_append_val(x->facts->tables, t);
	return RECORD(x->facts->tables, struct fact_table, x->facts->tables->len - 1);
}

static struct story *story(fixture *x)
{
	struct story_index *index = story_index_new(x->facts);
	struct story *story = story_of(index, &x->cluster, x->decisions, x->now);

	story_index_free(index);
	return story;
}

static char *told(const struct story *story)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < story->steps->len; i++) {
		const struct story_step *s = RECORD(story->steps, struct story_step, i);

		if (s->told)
			g_string_append_printf(text, "%s %s%s%s\n", s->who, s->told,
				s->before == s->after ? "" : " -> ",
				s->before == s->after ? "" : state_name(s->after));
	}
	return g_string_free(text, FALSE);
}

#define assert_state(x, expected)                                                                  \
	do {                                                                                       \
		struct story *story_ = story(x);                                                   \
		g_assert_cmpstr(state_name(story_->state), ==, state_name(STATE_##expected));      \
		story_free(story_);                                                                \
	} while (0)

#define assert_told(x, expected)                                                                   \
	do {                                                                                       \
		struct story *story_ = story(x);                                                   \
		g_autofree char *told_ = told(story_);                                             \
		g_assert_cmpstr(told_, ==, expected);                                              \
		story_free(story_);                                                                \
	} while (0)

#define assert_flags(x, expected)                                                                  \
	do {                                                                                       \
		struct story *story_ = story(x);                                                   \
		g_assert_cmphex(story_->flags, ==, expected);                                      \
		story_free(story_);                                                                \
	} while (0)

/* ---- states ------------------------------------------------------------------------------ */

/* The usual life: each event leads on. */
static void whole_life(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, -6.3);
	assert_state(x, OPEN);
	says(x, 1, EVENT_ACKNOWLEDGED);
	assert_state(x, ACKNOWLEDGED);
	says(x, 2, EVENT_FIX_PROPOSED)->title = "[PATCH] mm: young ptes";
	assert_state(x, FIX_PROPOSED);
	says(x, 3, EVENT_TESTED_BY);
	assert_state(x, FIX_TESTED);
	says(x, 4, EVENT_MERGED)->tree = "mm-unstable";
	assert_state(x, CLAIMED_FIXED);
	robot_says(x, 5, EVENT_RECOVERED)->commit = FIX40;
	assert_state(x, FIXED);
	report(x, 6, -6.1)->branch = "master";
	assert_state(x, REOPENED);
	assert_told(x, "robot reports it: -6.3% of unixbench.score (unixbench on box)\n"
		       "Subsystem Maintainer takes it up -> acknowledged\n"
		       "Subsystem Maintainer offers a fix: [PATCH] mm: young ptes -> fix-proposed\n"
		       "Subsystem Maintainer tested the fix -> fix-tested\n"
		       "Subsystem Maintainer took the fix into mm-unstable -> claimed-fixed\n"
		       "robot finds it fixed by 9bdf1e9e2f0a -> fixed\n"
		       "robot reports it again: -6.1% of unixbench.score (unixbench on box) -> "
		       "reopened\n");
}

/* One event behind a report, and where it leads. */
static void single_events(void)
{
	static const struct {
		enum event_kind kind;
		enum author_kind author;
		enum state state;
	} cases[] = {
		{EVENT_REPLY, AUTHOR_PERSON, STATE_OPEN},
		{EVENT_LINK, AUTHOR_PERSON, STATE_OPEN},
		{EVENT_QUOTED_REPORT, AUTHOR_PERSON, STATE_OPEN},
		{EVENT_REPRODUCTION_ASKED, AUTHOR_PERSON, STATE_OPEN},
		{EVENT_PROFILED, AUTHOR_PERSON, STATE_OPEN},
		{EVENT_MEASURED, AUTHOR_PERSON, STATE_OPEN},
		{EVENT_DEBUG_PATCH, AUTHOR_PERSON, STATE_OPEN},
		{EVENT_ACKNOWLEDGED, AUTHOR_ROBOT, STATE_OPEN},
		{EVENT_REPRODUCED, AUTHOR_PERSON, STATE_ACKNOWLEDGED},
		{EVENT_NOT_REPRODUCED, AUTHOR_PERSON, STATE_NOT_REPRODUCED},
		{EVENT_RECOVERED, AUTHOR_PERSON, STATE_FIX_TESTED},
		{EVENT_PARTLY_RECOVERED, AUTHOR_PERSON, STATE_OPEN},
		{EVENT_NOT_RECOVERED, AUTHOR_PERSON, STATE_OPEN},
		{EVENT_NO_IMPACT, AUTHOR_PERSON, STATE_OPEN},
		{EVENT_UNCLEAR, AUTHOR_PERSON, STATE_OPEN},
		{EVENT_FIX_PROPOSED, AUTHOR_PERSON, STATE_FIX_PROPOSED},
		{EVENT_REVERT_PROPOSED, AUTHOR_PERSON, STATE_FIX_PROPOSED},
		{EVENT_FIXED_BY, AUTHOR_PERSON, STATE_CLAIMED_FIXED},
		{EVENT_MERGED, AUTHOR_PERSON, STATE_OPEN}, /* nothing was proposed */
		{EVENT_REVERT, AUTHOR_PERSON, STATE_FIX_PROPOSED},
		{EVENT_RETRACTED, AUTHOR_ROBOT, STATE_INVALID},
		{EVENT_RETRACTED, AUTHOR_PERSON, STATE_INVALID},
		{EVENT_SUPERSEDED, AUTHOR_PERSON, STATE_SUPERSEDED},
		{EVENT_EXPECTED, AUTHOR_PERSON, STATE_WONTFIX},
		{EVENT_EXPECTED, AUTHOR_ROBOT, STATE_OPEN},
		{EVENT_REGZBOT_INTRODUCED, AUTHOR_PERSON, STATE_ACKNOWLEDGED},
		{EVENT_REGZBOT_DUP, AUTHOR_PERSON, STATE_SUPERSEDED},
		{EVENT_REGZBOT_FIX, AUTHOR_PERSON, STATE_CLAIMED_FIXED},
		{EVENT_REGZBOT_RESOLVED, AUTHOR_PERSON, STATE_CLAIMED_FIXED},
		{EVENT_REGZBOT_INVALID, AUTHOR_PERSON, STATE_INVALID},
		{EVENT_REGZBOT_INCONCLUSIVE, AUTHOR_PERSON, STATE_INCONCLUSIVE},
		{EVENT_REGZBOT_OTHER, AUTHOR_PERSON, STATE_OPEN},
		{EVENT_STILL_ON, AUTHOR_ROBOT, STATE_OPEN},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(fixture) x = set_up();
		struct story *s;

		report(x, 0, -6.3);
		said(x, 1, 5, cases[i].kind, cases[i].author);
		s = story(x);
		if (s->state != cases[i].state) {
			g_test_message("%s leads to %s", event_kind_name(cases[i].kind),
				state_name(s->state));
			g_test_fail();
		}
		story_free(s);
	}
}

/* Ends that another report undoes, and one that it does not. */
static void reported_again(void)
{
	static const struct {
		enum event_kind kind;
		enum state state;
	} cases[] = {
		{EVENT_NOT_REPRODUCED, STATE_REOPENED},
		{EVENT_RETRACTED, STATE_REOPENED},
		{EVENT_FIXED_BY, STATE_REOPENED},
		{EVENT_EXPECTED, STATE_WONTFIX},
		{EVENT_FIX_PROPOSED, STATE_FIX_PROPOSED},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(fixture) x = set_up();
		struct story *s;

		report(x, 0, -6.3);
		says(x, 1, cases[i].kind);
		report(x, 2, -6.3);
		s = story(x);
		g_assert_cmpstr(state_name(s->state), ==, state_name(cases[i].state));
		story_free(s);
	}
}

/* An improvement stays one, whatever is said, but may be retracted. */
static void improvement(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, 6.3)->verdict = VERDICT_IMPROVEMENT;
	x->cluster.regresses = FALSE;
	x->cluster.improves = TRUE;
	says(x, 1, EVENT_EXPECTED);
	says(x, 2, EVENT_FIX_PROPOSED);
	assert_state(x, IMPROVEMENT);
	says(x, 3, EVENT_RETRACTED);
	assert_state(x, INVALID);
}

/* What is an improvement first and slower elsewhere later is open from then on. */
static void improvement_that_turns(void)
{
	g_autoptr(fixture) x = set_up();
	struct story *s;

	report(x, 0, 6.3)->verdict = VERDICT_IMPROVEMENT;
	report(x, 5, -6.3);
	x->cluster.improves = TRUE;
	s = story(x);
	g_assert_cmpint(RECORD(s->steps, struct story_step, 0)->after, ==, STATE_IMPROVEMENT);
	g_assert_cmpint(RECORD(s->steps, struct story_step, 1)->after, ==, STATE_OPEN);
	g_assert_cmpint(s->changed, ==, START + 5 * DAY);
	story_free(s);
}

/* The message of that day answers another's. */
static void answers(fixture *x, int day, int other)
{
	static const char *const nothing[] = {NULL};

	for (guint i = 0; i < x->facts->messages->len; i++) {
		struct fact_message *m = RECORD(x->facts->messages, struct fact_message, i);

		if (m->date != START + day * DAY)
			continue;
		m->in_reply_to = name_of_day(x, other);
		m->references = nothing;
	}
}

/* ---- retractions -------------------------------------------------------------------------- */

static void one_of_two_is_retracted(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, -6.3);
	report(x, 1, -9.9);
	robot_says(x, 2, EVENT_RETRACTED);
	says(x, 3, EVENT_REPLY);
	says(x, 4, EVENT_RETRACTED);
	answers(x, 2, 1);
	answers(x, 3, 0);
	answers(x, 4, 3); /* an answer to an answer */
	assert_told(x, "robot reports it: -6.3% of unixbench.score (unixbench on box)\n"
		       "robot reports it again: -9.9% of unixbench.score (unixbench on box)\n"
		       "robot takes the report back: x\n"
		       "Subsystem Maintainer calls the report wrong -> invalid\n");
	report(x, 5, -6.3);
	assert_state(x, REOPENED);
}

/* What was taken back counts neither in the severity nor in the breadth, but stays a claim. */
static void retracted_claims_do_not_count(void)
{
	g_autoptr(fixture) x = set_up();
	struct story_index *index;
	struct story *story;

	report(x, 0, -6.3);
	report(x, 1, -90);
	RECORD(x->facts->claims, struct fact_claim, 1)->tbox_group = "other";
	robot_says(x, 2, EVENT_RETRACTED);
	answers(x, 2, 1);
	index = story_index_new(x->facts);
	story = story_of(index, &x->cluster, NULL, DATE_UNKNOWN);
	g_assert_cmpuint(story->retracted->len, ==, 1);
	g_assert_cmpuint(g_array_index(story->retracted, guint, 0), ==, 1);
	cluster_weigh_without(&x->cluster, x->facts, story->retracted);
	g_assert_cmpfloat_with_epsilon(x->cluster.severity, -100 * log(1 - .063), 1e-9);
	g_assert_cmpuint(x->cluster.machines, ==, 1);
	g_assert_cmpuint(x->cluster.claims->len, ==, 2);
	story_free(story);
	story_index_free(index);
}

static void all_claims_retracted(void)
{
	g_autoptr(fixture) x = set_up();
	g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(guint));
	const guint first = 0;

	report(x, 0, -6.3);
	g_array_append_val(all, first);
	cluster_weigh_without(&x->cluster, x->facts, all);
	g_assert_cmpfloat(x->cluster.severity, ==, 0);
	g_assert_cmpuint(x->cluster.testcases, ==, 0);
	g_assert_cmpuint(x->cluster.claims->len, ==, 1);
}

static void an_improvement_is_left(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, 6.3)->verdict = VERDICT_IMPROVEMENT;
	report(x, 1, -9.9);
	x->cluster.improves = TRUE;
	robot_says(x, 2, EVENT_RETRACTED);
	answers(x, 2, 1);
	assert_state(x, IMPROVEMENT);
}

/* Where the thread is lost: the reports with its subject, else all before. */
static void retraction_without_a_thread(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, -6.3);
	report(x, 1, -9.9);
	RECORD(x->facts->messages, struct fact_message, 1)->subject = "[mm] y";
	robot_says(x, 2, EVENT_RETRACTED);
	RECORD(x->facts->messages, struct fact_message, 2)->subject = "Re: [mm] y";
	assert_state(x, OPEN);
	RECORD(x->facts->messages, struct fact_message, 2)->subject = "Re: z";
	assert_state(x, INVALID);
}

/* A report says so itself of the one before it. */
static void retraction_in_a_report(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, -6.3);
	report(x, 1, -9.9);
	robot_says(x, 1, EVENT_RETRACTED);
	assert_state(x, OPEN);
}

/* By a clock that was behind. */
static void retracted_before_it_was_sent(void)
{
	g_autoptr(fixture) x = set_up();

	robot_says(x, 0, EVENT_RETRACTED);
	report(x, 1, -6.3);
	answers(x, 0, 1);
	assert_state(x, INVALID);
}

/* ---- whom it concerns ----------------------------------------------------------------------- */

static void write_as(fixture *x, int day, const char *name, const char *address)
{
	for (guint i = 0; i < x->facts->messages->len; i++) {
		struct fact_message *m = RECORD(x->facts->messages, struct fact_message, i);

		if (m->date == START + day * DAY) {
			m->from_name = name;
			m->from_address = address;
		}
	}
}

static void bystanders(void)
{
	for (enum event_kind kind = 0; kind < EVENT_KINDS; kind++) {
		g_autoptr(fixture) x = set_up();

		if (!event_kind_ends(kind))
			continue;
		report(x, 0, -6.3);
		says(x, 1, kind);
		write_as(x, 1, "Some Stranger", "stranger@example.org");
		assert_state(x, OPEN);
		assert_flags(x, 1u << FLAG_DISPUTED);
	}
}

static void whom_it_concerns(void)
{
	static const struct {
		const char *name, *address;
		enum state state;
	} cases[] = {
		{"Subsystem Maintainer", "other@example.com", STATE_INVALID},
		{"subsystem maintainer", NULL, STATE_INVALID},
		{"SM", "Maintainer@Example.org", STATE_INVALID},
		{"'Subsystem Maintainer' via Some List", "list@example.org", STATE_INVALID},
		{"'Some Stranger' via Some List", "maintainer@example.org", STATE_OPEN},
		{"Subsystem", NULL, STATE_OPEN},
		{"Patch Author", "author@example.org", STATE_INVALID},
		{NULL, NULL, STATE_OPEN},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(fixture) x = set_up();
		struct story *s;

		message(x, -1, AUTHOR_PERSON, MESSAGE_PATCH);
		write_as(x, -1, "Patch Author", "author@example.org");
		report(x, 0, -6.3);
		answers(x, 0, -1);
		says(x, 1, EVENT_RETRACTED);
		write_as(x, 1, cases[i].name, cases[i].address);
		s = story(x);
		if (s->state != cases[i].state) {
			g_test_message("%s <%s>", cases[i].name, cases[i].address);
			g_test_fail();
		}
		story_free(s);
	}
}

/* ---- retests ------------------------------------------------------------------------------ */

static const char *const beside[] = {BASE40, H40, FIX40};

static void recovered_by_numbers(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, -19.3);
	says(x, 1, EVENT_RECOVERED)->commit = FIX40;
	said(x, 1, 20, EVENT_RETEST, AUTHOR_PERSON)->commit = FIX40;
	table(x, 1, 20, 3, beside, (const double[]){NAN, -19.3, -2.1});
	assert_state(x, RECOVERED);
	assert_told(x, "robot reports it: -19.3% of unixbench.score (unixbench on box)\n"
		       "Subsystem Maintainer finds it recovered by 9bdf1e9e2f0a: -19.3% of "
		       "unixbench.score "
		       "became -2.1% -> recovered\n");
}

/* A tag is told whole. */
static void recovered_at_a_tag(void)
{
	static const char *const tagged[] = {BASE40, H40, NULL};
	g_autoptr(fixture) x = set_up();
	struct fact_table *t;

	report(x, 0, -19.3);
	said(x, 1, 20, EVENT_RETEST, AUTHOR_PERSON);
	t = table(x, 1, 20, 3, tagged, (const double[]){NAN, -19.3, -2.1});
	((struct fact_column *)t->columns)[2].title = "linux-next-20260302";
	assert_told(x, "robot reports it: -19.3% of unixbench.score (unixbench on box)\n"
		       "Subsystem Maintainer finds it recovered by linux-next-20260302: -19.3% of "
		       "unixbench.score became -2.1% -> recovered\n");
}

static void not_recovered_by_numbers(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, -13.6);
	says(x, 1, EVENT_FIX_PROPOSED);
	said(x, 2, 20, EVENT_RETEST, AUTHOR_PERSON)->commit = FIX40;
	table(x, 2, 20, 3, beside, (const double[]){NAN, -13.6, -11.2});
	assert_state(x, FIX_PROPOSED); /* the numbers alone take nothing back */
	says(x, 2, EVENT_NOT_RECOVERED)->commit = FIX40;
	assert_state(x, ACKNOWLEDGED);
	assert_told(x,
		"robot reports it: -13.6% of unixbench.score (unixbench on box)\n"
		"Subsystem Maintainer offers a fix -> fix-proposed\n"
		"Subsystem Maintainer finds that the fix does not help (9bdf1e9e2f0a): -13.6% of "
		"unixbench.score became -11.2% -> acknowledged\n");
}

/* A debug patch shows the cause; what it brings back is not in any tree. */
static void debug_patch(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, -6.3);
	says(x, 1, EVENT_DEBUG_PATCH);
	said(x, 1, 6, EVENT_RECOVERED, AUTHOR_PERSON);
	assert_state(x, ACKNOWLEDGED);
	assert_told(x,
		"robot reports it: -6.3% of unixbench.score (unixbench on box)\n"
		"Subsystem Maintainer has a debug patch, to find the cause\n"
		"Subsystem Maintainer finds it recovered by a debug patch -> acknowledged\n");
}

/* The same commits under another setting. */
static void measured_again(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, -6.3);
	says(x, 1, EVENT_REVERT_PROPOSED);
	said(x, 2, 20, EVENT_RETEST, AUTHOR_PERSON)->commit = H40;
	table(x, 2, 20, 2, beside, (const double[]){NAN, -6.2});
	says(x, 2, EVENT_NOT_RECOVERED);
	assert_state(x, FIX_PROPOSED);
	assert_told(x, "robot reports it: -6.3% of unixbench.score (unixbench on box)\n"
		       "Subsystem Maintainer proposes to revert it -> fix-proposed\n"
		       "Subsystem Maintainer still finds it\n"
		       "Subsystem Maintainer measured it again with thp=never: -6.2% of "
		       "unixbench.score\n");
}

/* The base and what was tried, or the commit and what was put onto it. */
static void held_against_the_report(void)
{
	static const char *const alone[] = {BASE40, FIX40}, *const onto[] = {H40, FIX40},
				 *const other[] = {FIX40, "v6.12"};
	g_autoptr(fixture) x = set_up();
	struct retest a, o, s;

	report(x, 0, -20);
	a = retest_read(
		x->facts, &x->cluster, table(x, 1, 20, 2, alone, (const double[]){NAN, -2}));
	o = retest_read(x->facts, &x->cluster, table(x, 2, 20, 2, onto, (const double[]){NAN, 25}));
	s = retest_read(
		x->facts, &x->cluster, table(x, 3, 20, 2, other, (const double[]){NAN, -2}));
	g_assert_cmpint(a.kind, ==, RETEST_BACK);
	g_assert_cmpstr(a.numbers, ==, "-20.0% of unixbench.score became -2.0%");
	g_assert_cmpint(o.kind, ==, RETEST_BACK);
	g_assert_cmpstr(o.numbers, ==, "-20.0% of unixbench.score became +0.0%");
	g_assert_cmpint(s.kind, ==, RETEST_SHOWN);
	g_assert_null(s.numbers);
	retest_clear(&a);
	retest_clear(&o);
	retest_clear(&s);
}

/* A mail that quotes a table which is nowhere else. */
static void quoted_table(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, -19)->retold = TRUE;
	says(x, 0, EVENT_QUOTED_REPORT);
	table(x, 0, 40, 3, beside, (const double[]){NAN, -19, -2})->depth = 1;
	assert_state(x, RECOVERED);
	assert_told(x, "robot answers a report that is not at hand: -19.0% of unixbench.score "
		       "(unixbench on "
		       "box)\n"
		       "a quoted table finds it recovered by 9bdf1e9e2f0a: -19.0% of "
		       "unixbench.score became "
		       "-2.0% -> recovered\n");
}

/* ---- fixes ---------------------------------------------------------------------------------- */

static struct fact_commit *commit(fixture *x, const char *id, int day)
{
	const struct fact_commit c = {.id = id,
		.title = "mm: young ptes",
		.date = START + day * DAY,
		.is_mainline = TRUE,
		.tag = "v6.9"};

	g_array_append_val(x->facts->commits, c);
	x->facts->has_tree = TRUE;
	return RECORD(x->facts->commits, struct fact_commit, x->facts->commits->len - 1);
}

static void fix_is_in_the_tree(void)
{
	static const char *const fixes[] = {H40, NULL}, *const other[] = {BASE40, NULL};
	g_autoptr(fixture) x = set_up();

	report(x, 0, -6.3);
	says(x, 1, EVENT_FIXED_BY)->commit = FIX40;
	commit(x, FIX40, 3)->is_mainline = FALSE;
	assert_state(x, CLAIMED_FIXED);
	RECORD(x->facts->commits, struct fact_commit, 0)->is_mainline = TRUE;
	assert_state(x, FIXED);
	RECORD(x->facts->commits, struct fact_commit, 0)->fixes = other;
	assert_state(x, FIXED);

	/* the tree alone, once */
	RECORD(x->facts->commits, struct fact_commit, 0)->fixes = fixes;
	g_array_set_size(x->cluster.events, 0);
	assert_told(x, "robot reports it: -6.3% of unixbench.score (unixbench on box)\n"
		       "tree has its fix, 9bdf1e9e2f0a, first in v6.9 -> fixed\n");
	RECORD(x->facts->commits, struct fact_commit, 0)->fixes = other;
	assert_state(x, OPEN);
	RECORD(x->facts->commits, struct fact_commit, 0)->reverts = H40;
	assert_state(x, REVERTED);
}

static void fix_by_its_title(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, -6.3);
	says(x, 1, EVENT_FIX_PROPOSED)->title = "[PATCH v2 1/3] mm: young ptes";
	commit(x, FIX40, 3);
	assert_state(x, FIXED);
}

/* The robot's report on the fix is a robot's word that it is in. */
static void fix_is_reported_as_improvement(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, -6.3);
	says(x, 1, EVENT_FIXED_BY)->commit = "9bdf1e9e2f0a";
	report(x, 2, 6)->verdict = VERDICT_IMPROVEMENT;
	RECORD(x->facts->reports, struct fact_report, 1)->commit = FIX40;
	g_array_set_size(x->cluster.reports, 1); /* it is another cluster's */
	g_array_set_size(x->cluster.claims, 1);
	assert_state(x, FIXED);
}

static void reverts(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, -6.3);
	says(x, 1, EVENT_REVERT)->commit = FIX40; /* of another */
	assert_state(x, OPEN);
	says(x, 2, EVENT_REVERT)->commit = "5c0a85fad949";
	assert_state(x, FIX_PROPOSED);
	says(x, 3, EVENT_MERGED)->tree = "tip";
	assert_state(x, REVERTED);
}

static void fixed_in_vain(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, -6.3);
	says(x, 1, EVENT_FIXED_BY)->commit = FIX40;
	robot_says(x, 2, EVENT_STILL_ON_FIX)->commit = FIX40;
	assert_state(x, REOPENED);
}

/* ---- decisions ------------------------------------------------------------------------------- */

static void decide(fixture *x, const char *text)
{
	decisions_free(x->decisions);
	x->decisions = decisions_read("overrides", text, strlen(text), NULL);
}

static void decisions_come_last(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, -6.3);
	says(x, 1, EVENT_FIXED_BY)->commit = FIX40;
	decide(x, "# mine\n\nstate 5c0a85f wontfix a trade-off\n");
	assert_state(x, WONTFIX);
	assert_told(x, "robot reports it: -6.3% of unixbench.score (unixbench on box)\n"
		       "Subsystem Maintainer says that 9bdf1e9e2f0a fixes it -> claimed-fixed\n"
		       "overrides say state 5c0a85f wontfix: a trade-off -> wontfix\n");
	decide(x, "invalid <0@example.org> a wrong kernel\n");
	assert_state(x, INVALID);
	decide(x, "dup c-5c0a85fad949 c-0123456789ab the same\n");
	assert_state(x, SUPERSEDED);
	decide(x, "dup c-5c0a85fad949 c-0123456789ab the same\n"
		  "undup c-5c0a85fad949 c-0123456789ab they are not\n");
	assert_state(x, CLAIMED_FIXED);
	decide(x, "state c-0123456789ab fixed of another\n");
	assert_state(x, CLAIMED_FIXED);
}

static void count_diag(const struct diag *d, void *data)
{
	GArray *lines = data;

	g_assert_cmpint(d->id, ==, DIAG_DECISION_UNREADABLE);
	g_array_append_val(lines, d->origin.line);
}

static void bad_decisions(void)
{
	static const char text[] = "merge a b they are one\n"
				   "split a b\n"
				   "state a perfect a reason\n"
				   "ponder a b c\n"
				   "state a fixed   \n"
				   "invalid a \xff\n"
				   "  # no decision\n"
				   "invalid <x@example.org> noise";
	g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(guint));
	const struct diag_sink sink = {count_diag, lines};
	struct decisions *d = decisions_read("o", text, strlen(text), &sink);
	static const guint bad[] = {2, 3, 4, 5, 6};

	g_assert_cmpuint(d->all->len, ==, 2);
	g_assert_cmpstr(RECORD(d->all, struct decision, 0)->reason, ==, "they are one");
	g_assert_cmpstr(RECORD(d->all, struct decision, 1)->subject, ==, "x@example.org");
	g_assert_cmpuint(RECORD(d->all, struct decision, 1)->line, ==, 8);
	g_assert_cmpmem(lines->data, lines->len * sizeof(guint), bad, sizeof(bad));
	decisions_free(d);
}

/* ---- flags ----------------------------------------------------------------------------------- */

#define FLAG(name) (1u << FLAG_##name)

static void flags(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, -6.3);
	assert_flags(x, 0);
	x->now = START + 28 * DAY;
	assert_flags(x, 0);
	x->now++;
	assert_flags(x, FLAG(STALE));
	robot_says(x, 1, EVENT_STILL_ON)->tree = "linus/master";
	robot_says(x, 1, EVENT_STILL_ON)->tree = "linux-next/master";
	assert_flags(x, FLAG(STILL_ON));
	says(x, 2, EVENT_FIXED_BY)->commit = FIX40;
	says(x, 3, EVENT_RETRACTED);
	assert_flags(x, 0); /* nothing is to be done */
	says(x, 4, EVENT_NOT_REPRODUCED);
	says(x, 5, EVENT_REPRODUCED);
	assert_flags(x, FLAG(FLAKY));
	x->cluster.improves = TRUE;
	assert_flags(x, FLAG(FLAKY) | FLAG(MIXED));
	RECORD(x->facts->reports, struct fact_report, 0)->inconsistent = 1;
	assert_flags(x, FLAG(FLAKY) | FLAG(MIXED) | FLAG(INCONSISTENT_TABLE));
}

static void trees_that_have_it(void)
{
	g_autoptr(fixture) x = set_up();
	struct story *s;

	report(x, 0, -6.3);
	robot_says(x, 1, EVENT_STILL_ON)->tree = "linux-next/master";
	robot_says(x, 2, EVENT_STILL_ON)->tree = "linus/master";
	robot_says(x, 3, EVENT_STILL_ON)->tree = "linux-next/master";
	s = story(x);
	g_assert_cmpstr(s->still_on, ==, "linus/master, linux-next/master");
	story_free(s);
}

static void baselines(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, -6.3);
	report(x, 1, -6.3)->parent = "4b50bcc7eda4";
	assert_flags(x, 0);
	RECORD(x->facts->reports, struct fact_report, 1)->parent = "v6.8";
	assert_flags(x, 0);
	RECORD(x->facts->reports, struct fact_report, 1)->parent = FIX40;
	assert_flags(x, FLAG(BASELINE_MISMATCH));
	RECORD(x->facts->reports, struct fact_report, 1)->commit = "0123456789ab";
	assert_flags(x, 0); /* a rebased commit has another parent */
}

static void confirmation(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, -4.9);
	assert_flags(x, FLAG(NEEDS_CONFIRMATION));
	said(x, 1, 20, EVENT_RETEST, AUTHOR_PERSON);
	assert_flags(x, 0);
	g_array_set_size(x->cluster.events, 0);
	report(x, 2, -4.9);
	assert_flags(x, 0);
}

/* ---- order ----------------------------------------------------------------------------------- */

static void shuffle(GArray *indices)
{
	for (guint i = indices->len; i > 1; i--) {
		guint k = (guint)g_test_rand_int_range(0, (gint32)i);
		guint kept = g_array_index(indices, guint, i - 1);

		g_array_index(indices, guint, i - 1) = g_array_index(indices, guint, k);
		g_array_index(indices, guint, k) = kept;
	}
}

static void order_of_facts(void)
{
	for (guint round = 0; round < 50; round++) {
		g_autoptr(fixture) x = set_up();
		g_autofree char *first = NULL;

		report(x, 0, -6.3);
		report(x, 9, -6.3);
		for (int day = 1; day < 20; day++)
			for (int n = g_test_rand_int_range(1, 4); n; n--)
				said(x, day, (guint)g_test_rand_int_range(1, 4),
					(enum event_kind)g_test_rand_int_range(0, EVENT_KINDS),
					day % 3 ? AUTHOR_PERSON : AUTHOR_ROBOT)
					->commit = n % 2 ? FIX40 : NULL;
		for (guint n = 0; n < 5; n++) {
			struct story *s = story(x);
			g_autofree char *again = told(s);

			if (first)
				g_assert_cmpstr(again, ==, first);
			else
				first = g_steal_pointer(&again);
			story_free(s);
			shuffle(x->cluster.events);
			shuffle(x->cluster.reports);
		}
	}
}

/* Messages without a date: by their place, behind those that have one. */
static void undated(void)
{
	g_autoptr(fixture) x = set_up();

	report(x, 0, -6.3);
	says(x, 2, EVENT_NOT_REPRODUCED);
	says(x, 1, EVENT_REPRODUCED);
	for (guint i = 0; i < 3; i++) {
		struct fact_message *m = RECORD(x->facts->messages, struct fact_message, i);

		m->date = DATE_UNKNOWN;
		m->path = "page";
		m->offset = i;
	}
	RECORD(x->facts->reports, struct fact_report, 0)->date = DATE_UNKNOWN;
	RECORD(x->facts->events, struct fact_event, 0)->date = DATE_UNKNOWN;
	RECORD(x->facts->events, struct fact_event, 1)->date = DATE_UNKNOWN;
	assert_state(x, ACKNOWLEDGED);
}

/* ---- rules ----------------------------------------------------------------------------------- */

/* Each rule can be reached, and its places can be filled in. */
static void words_of_rules(void)
{
	static const struct story_words all = {"C", "N", "S", "T", "R", "M", "X"}, none = {0};
	g_autofree char *full = story_rule_told("a[ by {commit}][: {numbers}]", &all);
	g_autofree char *bare = story_rule_told("a[ by {commit}][: {numbers}]", &none);

	g_assert_cmpstr(full, ==, "a by C: N");
	g_assert_cmpstr(bare, ==, "a");
	for (enum event_kind kind = 0; kind < EVENT_KINDS; kind++)
		for (enum state state = 0; state < STATES; state++)
			for (guint signs = 0; signs < 1u << 14; signs += 29) {
				const struct story_rule *rule = story_rule_of(kind, signs, state);
				g_autofree char *told =
					rule ? story_rule_told(rule->told, &none) : NULL;

				g_assert_true(!told || !strpbrk(told, "{}[]"));
			}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/story/whole-life", whole_life);
	g_test_add_func("/story/single-events", single_events);
	g_test_add_func("/story/reported-again", reported_again);
	g_test_add_func("/story/improvement", improvement);
	g_test_add_func("/story/improvement-that-turns", improvement_that_turns);
	g_test_add_func("/story/one-of-two-is-retracted", one_of_two_is_retracted);
	g_test_add_func("/story/an-improvement-is-left", an_improvement_is_left);
	g_test_add_func("/story/retracted-claims-do-not-count", retracted_claims_do_not_count);
	g_test_add_func("/story/all-claims-retracted", all_claims_retracted);
	g_test_add_func("/story/retraction-without-a-thread", retraction_without_a_thread);
	g_test_add_func("/story/retraction-in-a-report", retraction_in_a_report);
	g_test_add_func("/story/retracted-before-it-was-sent", retracted_before_it_was_sent);
	g_test_add_func("/story/bystanders", bystanders);
	g_test_add_func("/story/whom-it-concerns", whom_it_concerns);
	g_test_add_func("/story/recovered-by-numbers", recovered_by_numbers);
	g_test_add_func("/story/recovered-at-a-tag", recovered_at_a_tag);
	g_test_add_func("/story/not-recovered-by-numbers", not_recovered_by_numbers);
	g_test_add_func("/story/debug-patch", debug_patch);
	g_test_add_func("/story/measured-again", measured_again);
	g_test_add_func("/story/held-against-the-report", held_against_the_report);
	g_test_add_func("/story/quoted-table", quoted_table);
	g_test_add_func("/story/fix-is-in-the-tree", fix_is_in_the_tree);
	g_test_add_func("/story/fix-by-its-title", fix_by_its_title);
	g_test_add_func("/story/fix-is-reported-as-improvement", fix_is_reported_as_improvement);
	g_test_add_func("/story/reverts", reverts);
	g_test_add_func("/story/fixed-in-vain", fixed_in_vain);
	g_test_add_func("/story/decisions-come-last", decisions_come_last);
	g_test_add_func("/story/bad-decisions", bad_decisions);
	g_test_add_func("/story/flags", flags);
	g_test_add_func("/story/trees-that-have-it", trees_that_have_it);
	g_test_add_func("/story/baselines", baselines);
	g_test_add_func("/story/confirmation", confirmation);
	g_test_add_func("/story/order-of-facts", order_of_facts);
	g_test_add_func("/story/undated", undated);
	g_test_add_func("/story/words-of-rules", words_of_rules);
	return g_test_run();
}
