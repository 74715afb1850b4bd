/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/fail_on.h"

#include "cli/compare_options.h"
#include "cli/talk.h"

static gboolean refuse(const char *what, const char *wanted)
{
	talk("--fail-on %s: %s", what, wanted);
	return FALSE;
}

static gboolean is_judged(const struct compare_options *o)
{
	return o->form != COMPARE_LKP && !o->history;
}

/* What the command looks for, beside kinds of diagnostics. */
static guint fail_on_of(const struct options *o)
{
	if (!o->compare)
		return FAIL_ON_REGRESSION | FAIL_ON_NEW_REGRESSION | FAIL_ON_INCONSISTENT |
		       FAIL_ON_DIAGNOSTICS;
	if (o->compare->against)
		return FAIL_ON_DIFFERENT | FAIL_ON_MISSING | FAIL_ON_DIAGNOSTICS;
	return FAIL_ON_DIAGNOSTICS | (is_judged(o->compare) ? FAIL_ON_REGRESSION : 0);
}

static gboolean is_finding(const char *what, guint *ret)
{
	static const char *const names[] = {"regression", "new-regression", "inconsistent",
		"diagnostics", "different", "missing"};

	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		if (!strcmp(what, names[i])) {
			*ret = 1u << i;
			return TRUE;
		}
	return FALSE;
}

/* A state that a regression came to; an improvement is no failure, and all were open once. */
static gboolean is_state(const struct options *o, const char *what, enum state *ret)
{
	*ret = state_by_name(what);
	return !o->compare && *ret != STATES && *ret != STATE_OPEN && *ret != STATE_IMPROVEMENT;
}

static gboolean understand_fail_on_one(struct options *o, const char *what)
{
	enum diag_id id = diag_by_name(what);
	enum state state;
	guint found;

	if (is_finding(what, &found)) {
		if (!(fail_on_of(o) & found))
			return refuse(what, "is not looked for here");
		o->fail_on |= found;
		return TRUE;
	}
	if (is_state(o, what, &state)) {
		o->fail_on_states |= 1u << state;
		return TRUE;
	}
	if (id == DIAG_COUNT)
		return refuse(what,
			"is none of regression, new-regression, inconsistent, diagnostics, "
			"different, missing, a state, nor the id of a diagnostic");
	o->fail_on_diag[id] = TRUE;
	return TRUE;
}

gboolean fail_on_understand(struct options *o, char *const *lists)
{
	for (char *const *list = lists; list && *list; list++) {
		g_auto(GStrv) each = g_strsplit(*list, ",", -1);

		if (!*each)
			return understand_fail_on_one(o, "");
		for (char **what = each; *what; what++)
			if (!understand_fail_on_one(o, *what))
				return FALSE;
	}
	return TRUE;
}
