/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/klog.h"

/*
 * How the kernel begins a message of that kind, the more telling first; the kind is a
 * literal.  "WARNING: CPU" and the like stand behind the time stamp and the thread.
 */
static const struct {
	const char *beginning, *kind;
} forms[] = {
	{"BUG: KASAN:", "kasan"},
	{"KASAN:", "kasan"},
	{"BUG: KCSAN:", "kcsan"},
	{"BUG: KMSAN:", "kmsan"},
	{"BUG: KFENCE:", "kfence"},
	{"UBSAN:", "ubsan"},
	{"WARNING: possible circular locking", "lockdep"},
	{"WARNING: possible recursive locking", "lockdep"},
	{"WARNING: possible irq lock inversion", "lockdep"},
	{"WARNING: inconsistent lock state", "lockdep"},
	{"WARNING: bad unlock balance", "lockdep"},
	{"WARNING: suspicious RCU usage", "lockdep"},
	{"INFO: possible circular locking", "lockdep"},
	{"INFO: possible recursive locking", "lockdep"},
	{"INFO: suspicious RCU usage", "lockdep"},
	{"INFO: trying to register non-static key", "lockdep"},
	{"rcu: INFO: ", "rcu-stall"},
	{"INFO: rcu", "rcu-stall"},
	{"INFO: task ", "hung-task"},
	{"watchdog: BUG: soft lockup", "lockup"},
	{"NMI watchdog: BUG: soft lockup", "lockup"},
	{"BUG: soft lockup", "lockup"},
	{"BUG:", "bug"},
	{"kernel BUG at", "bug"},
	{"WARNING:", "warning"},
	{"Oops", "oops"},
	{"general protection fault", "oops"},
	{"Unable to handle kernel", "oops"},
	{"Kernel panic", "panic"},
	{"XFS: Assertion failed", "assertion"},
	{"Assertion failed", "assertion"},
	{"Out of memory: Kill", "oom"},
};

/* "[   62.45] ", "[  218.46][T21377] ", "kern  :warn  : [    9.15] " are taken off. */
static struct slice message_of(struct slice line)
{
	const char *facility = slice_starts(line, "kern ") ? slice_find(line, ": [") : NULL;

	if (facility)
		line = slice_skip(line, (gsize)(facility + 2 - line.at));
	while (line.len && line.at[0] == '[') {
		const char *end = memchr(line.at, ']', line.len);

		if (!end)
			break;
		line = slice_trim(slice_skip(line, (gsize)(end + 1 - line.at)));
	}
	return slice_trim(line);
}

static const char *kind_of(struct slice message)
{
	for (guint i = 0; i < G_N_ELEMENTS(forms); i++)
		if (slice_starts(message, forms[i].beginning))
			return forms[i].kind;
	return NULL;
}

const char *log_kind(struct slice line, struct slice *ret_message)
{
	*ret_message = message_of(line);
	return kind_of(*ret_message);
}

/* The same again is no further finding. */
static gboolean is_known(const struct records *records, guint from, struct slice message)
{
	for (guint i = from; i < records->findings->len; i++)
		if (slice_equal(RECORD(records->findings, struct log_finding, i)->text, message))
			return TRUE;
	return FALSE;
}

void log_read(struct records *records, guint part, struct slice text)
{
	guint from = records->findings->len, number = 0;
	struct slice line;

	while (slice_next_line(&text, &line) && records->findings->len < from + LOG_FINDINGS_MAX) {
		struct log_finding finding = {.part = part, .line = ++number};

		if (line.len > LOG_LINE_MAX)
			continue;
		finding.kind = log_kind(line, &finding.text);
		if (finding.kind && !is_known(records, from, finding.text))
			g_array_append_val(records->findings, finding);
	}
}
