/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/verdict_words.h"

#include <math.h>

const struct store_reproduced *verdict_stat(const struct store_reproduction *r)
{
	return r->n_stats ? &r->stats[0] : NULL;
}

char *verdict_words(const struct store_reproduction *r)
{
	const struct store_reproduced *stat = verdict_stat(r);

	if (!stat)
		return NULL;
	return g_strdup_printf("%s%s%s%s%s", stat->verdict,
		r->same_machine ? "" : " on another machine", r->wrap ? ", run by " : "",
		r->wrap ? r->wrap : "",
		r->apart ? ", of sides that differ in more than the kernel" : "");
}

/* ---- the sentence ------------------------------------------------------------------------- */

static void append_change(GString *text, double change, enum unit unit)
{
	g_string_append_printf(text, "%+.1f%s", change, unit == UNIT_PERCENT ? "%" : "");
}

static void append_ratio(GString *text, const struct store_reproduced *s)
{
	if (isnan(s->ratio))
		return;
	g_string_append_printf(text, ", ratio %.2f", s->ratio);
	if (isnan(s->ratio_low) || isnan(s->ratio_high))
		g_string_append(text, " [no bounds]");
	else
		g_string_append_printf(text, " [%.2f, %.2f]", s->ratio_low, s->ratio_high);
}

static void append_found(GString *text, const struct store_reproduced *s)
{
	if (isnan(s->found))
		return;
	g_string_append_printf(text, ": %s ", s->stat);
	append_change(text, s->found, s->unit);
	if (!isnan(s->low) && !isnan(s->high)) {
		g_string_append(text, " [");
		append_change(text, s->low, s->unit);
		g_string_append(text, ", ");
		append_change(text, s->high, s->unit);
		g_string_append_c(text, ']');
	}
	if (!isnan(s->reported)) {
		g_string_append(text, ", reported ");
		append_change(text, s->reported, s->unit);
	}
}

static void append_cautions(
	GString *text, const struct store_reproduction *r, const struct store_reproduced *s)
{
	if (r->attempt > 1)
		g_string_append(text, "; a second attempt, at half the level");
	if (!r->same_machine)
		g_string_append_printf(text, "; on another machine, %s",
			r->tbox_group ? r->tbox_group : "which is not told");
	if (r->wrap)
		g_string_append_printf(text, "; both sides run by %s", r->wrap);
	if (r->apart)
		g_string_append_printf(text, "; not only the kernels differ: %s", r->apart);
	if (s->other_baseline)
		g_string_append(text, "; the base is another one than the report's");
	if (s->wanted)
		g_string_append_printf(text, "; %u runs a side would decide", s->wanted);
}

char *verdict_sentence(const struct store_reproduction *r)
{
	const struct store_reproduced *s = verdict_stat(r);
	GString *text;

	if (!s)
		return NULL;
	text = g_string_new("measured here: ");
	g_string_append(text, s->verdict);
	append_ratio(text, s);
	append_found(text, s);
	g_string_append_printf(text, ", n %u and %u", s->base_runs, s->head_runs);
	append_cautions(text, r, s);
	return g_string_free(text, FALSE);
}

/* ---- the last of each report ----------------------------------------------------------------- */

struct last {
	char *message_id, *words;
	guint count;
};

struct verdicts {
	GArray *all; /* of struct last, the last one heard of last */
};

static void last_clear(gpointer data)
{
	struct last *last = data;

	g_free(last->message_id);
	g_free(last->words);
}

struct verdicts *verdicts_new(void)
{
	struct verdicts *verdicts = g_new0(struct verdicts, 1);

	verdicts->all = g_array_new(FALSE, FALSE, sizeof(struct last));
	g_array_set_clear_func(verdicts->all, last_clear);
	return verdicts;
}

void verdicts_free(struct verdicts *verdicts)
{
	if (!verdicts)
		return;
	g_array_unref(verdicts->all);
	g_free(verdicts);
}

void verdicts_add(struct verdicts *verdicts, const char *message_id, const char *words)
{
	struct last now = {g_strdup(message_id), g_strdup(words), 1};

	for (guint i = 0; i < verdicts->all->len; i++) {
		const struct last *last = &g_array_index(verdicts->all, struct last, i);

		if (g_strcmp0(last->message_id, message_id))
			continue;
		now.count += last->count;
		g_array_remove_index(verdicts->all, i);
		break;
	}
	g_array_append_val(verdicts->all, now);
}

char *verdicts_join(const struct verdicts *verdicts)
{
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i < verdicts->all->len; i++) {
		const struct last *last = &g_array_index(verdicts->all, struct last, i);

		g_string_append_printf(text, "%s%s", text->len ? "; " : "", last->words);
		if (last->count > 1)
			g_string_append_printf(text, ", the last of %u", last->count);
	}
	return text->len ? g_strdup(text->str) : NULL;
}
