/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/monitor_parts.h"

#include "base/literal.h"
#include "base/slice.h"

#include <unistd.h>

#define WORDS_MAX 16

static void add(struct monitor_sample *sample, const char *name, guint64 value)
{
	sample->add(name, (gint64)MIN(value, (guint64)G_MAXINT64), sample->data);
}

static void append_raw(struct monitor_sample *sample, const char *text)
{
	g_string_append_printf(sample->raw, "time: %" G_GINT64_FORMAT "\n%s\n",
		sample->now / G_USEC_PER_SEC, text);
}

/* The words of a line; no more than WORDS_MAX. */
static guint words_of(struct slice line, struct slice *words)
{
	guint n = 0;

	while (n < WORDS_MAX) {
		gsize blanks = 0, len = 0;

		while (blanks < line.len && g_ascii_isspace(line.at[blanks]))
			blanks++;
		line = slice_skip(line, blanks);
		while (len < line.len && !g_ascii_isspace(line.at[len]))
			len++;
		if (!len)
			break;
		words[n++] = (struct slice){line.at, len};
		line = slice_skip(line, len);
	}
	return n;
}

/* ---- files of a name and a number a line --------------------------------------------------- */

typedef void (*pair_fn)(const char *name, guint64 value, void *data);

static void for_each_pair(const char *text, pair_fn fn, void *data)
{
	struct slice rest = slice_of(text), line, words[WORDS_MAX];

	while (slice_next_line(&rest, &line)) {
		guint64 value;

		if (words_of(line, words) < 2 || !literal_count(words[1], &value))
			continue;
		if (words[0].at[words[0].len - 1] == ':')
			words[0].len--;
		g_autofree char *name = g_strndup(words[0].at, words[0].len);
		fn(name, value, data);
	}
}

struct wanted {
	const char *name;
	guint64 *to;
};

static void take_wanted(const char *name, guint64 value, void *data)
{
	for (const struct wanted *wanted = data; wanted->name; wanted++)
		if (!strcmp(wanted->name, name))
			*wanted->to = value;
}

/* ---- meminfo -------------------------------------------------------------------------------- */

static void add_memory(const char *name, guint64 value, void *data)
{
	struct monitor_sample *sample = data;

	add(sample, name, value);
	if (!strcmp(name, "MemTotal") && !*sample->total)
		*sample->total = value;
	if (strcmp(name, "MemFree") || *sample->total < value)
		return;
	*sample->max_used = MAX(*sample->max_used, *sample->total - value);
	add(sample, "Memused", *sample->total - value);
	add(sample, "max_used_kB", *sample->max_used);
}

gboolean monitor_sample_meminfo(struct monitor_sample *sample)
{
	g_autofree char *text = machine_file(sample->machine, "/proc/meminfo");

	if (!text)
		return FALSE;
	append_raw(sample, text);
	for_each_pair(text, add_memory, sample);
	return TRUE;
}

/* ---- proc-vmstat ----------------------------------------------------------------------------- */

struct once {
	struct monitor_sample *sample;
	GHashTable *seen;
};

static void add_once(const char *name, guint64 value, void *data)
{
	struct once *once = data;

	if (g_hash_table_add(once->seen, g_strdup(name)))
		add(once->sample, name, value);
}

gboolean monitor_sample_proc_vmstat(struct monitor_sample *sample)
{
	g_autofree char *text = machine_file(sample->machine, "/proc/vmstat");
	g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	struct once once = {sample, seen};

	if (!text)
		return FALSE;
	append_raw(sample, text);
	for_each_pair(text, add_once, &once);
	return TRUE;
}

/* ---- vmstat ---------------------------------------------------------------------------------- */

/* What it prints of a moment, not of an interval. */
struct vmstat_levels {
	guint64 running, blocked;
	guint64 swap_total, swap_free, free, buffers, cached, reclaimable; /* KiB */
};

/* "cpu  USER NICE SYSTEM IDLE IOWAIT IRQ SOFTIRQ STEAL ...", in ticks. */
static void read_cpu(const struct slice *words, guint n, struct vmstat_counters *now)
{
	guint64 ticks[8] = {0};

	for (guint i = 0; i < G_N_ELEMENTS(ticks) && i + 1 < n; i++)
		if (!literal_count(words[i + 1], &ticks[i]))
			ticks[i] = 0;
	now->user = ticks[0] + ticks[1];
	now->system = ticks[2] + ticks[5] + ticks[6];
	now->idle = ticks[3];
	now->wait = ticks[4];
	now->steal = ticks[7];
}

static void read_stat(const char *text, struct vmstat_counters *now, struct vmstat_levels *levels)
{
	const struct wanted wanted[] = {{"intr", &now->interrupts}, {"ctxt", &now->switches},
		{"procs_running", &levels->running}, {"procs_blocked", &levels->blocked}, {NULL}};
	struct slice rest = slice_of(text), line, words[WORDS_MAX];

	for_each_pair(text, take_wanted, (void *)wanted);
	if (slice_next_line(&rest, &line))
		read_cpu(words, words_of(line, words), now);
}

static void read_memory(const char *text, struct vmstat_levels *levels)
{
	const struct wanted wanted[] = {{"SwapTotal", &levels->swap_total},
		{"SwapFree", &levels->swap_free}, {"MemFree", &levels->free},
		{"Buffers", &levels->buffers}, {"Cached", &levels->cached},
		{"SReclaimable", &levels->reclaimable}, {NULL}};

	for_each_pair(text, take_wanted, (void *)wanted);
}

static void read_pages(const char *text, struct vmstat_counters *now)
{
	const struct wanted wanted[] = {{"pswpin", &now->swapped_in},
		{"pswpout", &now->swapped_out}, {"pgpgin", &now->paged_in},
		{"pgpgout", &now->paged_out}, {NULL}};

	for_each_pair(text, take_wanted, (void *)wanted);
}

static guint64 growth(guint64 now, guint64 before)
{
	return now > before ? now - before : 0;
}

/* Rounded, as vmstat(8) does. */
static guint64 share(guint64 part, guint64 whole)
{
	return whole ? (100 * part + whole / 2) / whole : 0;
}

static guint64 rate(guint64 now, guint64 before, double seconds)
{
	return (guint64)((double)growth(now, before) / seconds + .5);
}

static void add_columns(struct monitor_sample *sample, const struct vmstat_levels *levels,
	const struct vmstat_counters *now)
{
	const struct vmstat_counters *before = sample->before;
	double seconds = (double)(now->moment - before->moment) / G_USEC_PER_SEC;
	guint64 page = (guint64)sysconf(_SC_PAGESIZE) / 1024;
	guint64 user = growth(now->user, before->user), idle = growth(now->idle, before->idle),
		system = growth(now->system, before->system),
		wait = growth(now->wait, before->wait), steal = growth(now->steal, before->steal),
		all = user + system + idle + wait + steal;
	const struct {
		const char *name;
		guint64 value;
	} columns[] = {{"procs.r", growth(levels->running, 1)}, /* without ourselves */
		{"procs.b", levels->blocked},
		{"memory.swpd", growth(levels->swap_total, levels->swap_free)},
		{"memory.free", levels->free}, {"memory.buff", levels->buffers},
		{"memory.cache", levels->cached + levels->reclaimable},
		{"swap.si", page * rate(now->swapped_in, before->swapped_in, seconds)},
		{"swap.so", page * rate(now->swapped_out, before->swapped_out, seconds)},
		{"io.bi", rate(now->paged_in, before->paged_in, seconds)},
		{"io.bo", rate(now->paged_out, before->paged_out, seconds)},
		{"system.in", rate(now->interrupts, before->interrupts, seconds)},
		{"system.cs", rate(now->switches, before->switches, seconds)},
		{"cpu.us", share(user, all)}, {"cpu.sy", share(system, all)},
		{"cpu.id", share(idle, all)}, {"cpu.wa", share(wait, all)},
		{"cpu.st", share(steal, all)}};

	for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
		add(sample, columns[i].name, columns[i].value);
		g_string_append_printf(sample->raw, "%" G_GUINT64_FORMAT " ", columns[i].value);
	}
}

static void append_stamp(struct monitor_sample *sample)
{
	g_autoptr(GDateTime) moment = g_date_time_new_from_unix_utc(sample->now / G_USEC_PER_SEC);
	g_autofree char *text = g_date_time_format(moment, "%Y-%m-%d %H:%M:%S");

	g_string_append_printf(sample->raw, "%s\n", text);
}

gboolean monitor_sample_vmstat(struct monitor_sample *sample)
{
	g_autofree char *stat = machine_file(sample->machine, "/proc/stat"),
			*memory = machine_file(sample->machine, "/proc/meminfo"),
			*pages = machine_file(sample->machine, "/proc/vmstat");
	struct vmstat_counters now = {.moment = sample->now};
	struct vmstat_levels levels = {0};
	gboolean is_first = !sample->before->moment;

	if (!stat || !memory || !pages || now.moment <= sample->before->moment)
		return FALSE;
	read_stat(stat, &now, &levels);
	read_memory(memory, &levels);
	read_pages(pages, &now);
	if (is_first) {
		g_string_append(sample->raw, "procs memory swap io system cpu timestamp\n"
					     "r b swpd free buff cache si so bi bo in cs us sy id "
					     "wa st UTC\n");
	} else {
		add_columns(sample, &levels, &now);
		append_stamp(sample);
	}
	*sample->before = now;
	return !is_first;
}
