/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/decisions.h"

#include "base/origin.h"

#include <string.h>

static const struct {
	const char *name;
	gboolean two; /* subjects */
} kinds[] = {
	[DECISION_MERGE] = {"merge", TRUE},
	[DECISION_SPLIT] = {"split", TRUE},
	[DECISION_DUP] = {"dup", TRUE},
	[DECISION_UNDUP] = {"undup", TRUE},
	[DECISION_INVALID] = {"invalid", FALSE},
	[DECISION_STATE] = {"state", FALSE},
};

struct reading {
	struct decisions *decisions;
	const struct diag_sink *sink;
	struct origin origin;
};

const char *decision_kind_name(enum decision_kind kind)
{
	return kinds[kind].name;
}

static void refuse(const struct reading *r, struct slice line, const char *why)
{
	diag_emit(r->sink, DIAG_DECISION_UNREADABLE, &r->origin, line, "%s", why);
}

static struct slice take_word(struct slice *rest)
{
	gsize n = 0;

	*rest = slice_trim(*rest);
	while (n < rest->len && !g_ascii_isspace(rest->at[n]))
		n++;

	struct slice word = {rest->at, n};
	*rest = slice_trim(slice_skip(*rest, n));
	return word;
}

static guint kind_of(struct slice word)
{
	guint i = 0;

	while (i < G_N_ELEMENTS(kinds) && !slice_is(word, kinds[i].name))
		i++;
	return i;
}

static enum state state_of(struct slice word)
{
	g_autofree char *name = slice_dup(word);

	return state_by_name(name);
}

/* Message-IDs may stand in brackets, as in mails. */
static char *name_of(struct slice word)
{
	if (word.len > 2 && slice_starts(word, "<") && slice_ends(word, ">"))
		word = (struct slice){word.at + 1, word.len - 2};
	return slice_dup(word);
}

/* NULL, or why the line cannot be read. */
static const char *read_fields(guint kind, struct slice rest, struct decision *d)
{
	struct slice subject = take_word(&rest), other = SLICE_NULL;

	if (kinds[kind].two)
		other = take_word(&rest);
	if (!subject.len || (kinds[kind].two && !other.len))
		return "it names too little";
	if (kind == DECISION_STATE) {
		d->state = state_of(take_word(&rest));
		if (d->state == STATES)
			return "there is no such state";
	}
	if (!rest.len)
		return "a reason is missing";
	d->kind = (enum decision_kind)kind;
	d->subject = name_of(subject);
	d->other = kinds[kind].two ? name_of(other) : NULL;
	d->reason = slice_dup(rest);
	return NULL;
}

static void read_line(struct reading *r, struct slice line)
{
	struct slice rest = slice_trim(line);
	struct decision decision = {.state = STATES, .line = r->origin.line};
	guint kind;
	const char *why;

	if (!rest.len || rest.at[0] == '#')
		return;
	if (memchr(line.at, '\0', line.len) || !g_utf8_validate(line.at, (gssize)line.len, NULL)) {
		refuse(r, line, "it is no text");
		return;
	}
	kind = kind_of(take_word(&rest));
	if (line.len > DECISION_LINE_MAX)
		why = "it is too long";
	else if (kind == G_N_ELEMENTS(kinds))
		why = "there is no such decision";
	else if (r->decisions->all->len >= DECISIONS_MAX)
		why = "there are too many";
	else
		why = read_fields(kind, rest, &decision);
	if (why)
		refuse(r, line, why);
	else
		g_array_append_val(r->decisions->all, decision);
}

static void decision_clear(gpointer data)
{
	struct decision *decision = data;

	g_free(decision->subject);
	g_free(decision->other);
	g_free(decision->reason);
}

struct decisions *decisions_read(
	const char *name, const char *text, gsize len, const struct diag_sink *sink)
{
	struct decisions *decisions = g_new0(struct decisions, 1);
	struct reading r = {decisions, sink, {.path = name, .offset = -1}};
	struct slice rest = {text, len};

	decisions->all = g_array_new(FALSE, FALSE, sizeof(struct decision));
	g_array_set_clear_func(decisions->all, decision_clear);
	decisions->name = g_strdup(name);
	while (rest.len) {
		const char *end = memchr(rest.at, '\n', rest.len);
		gsize n = end ? (gsize)(end - rest.at) : rest.len;

		r.origin.line++;
		read_line(&r, (struct slice){rest.at, n});
		rest = slice_skip(rest, end ? n + 1 : n);
	}
	return decisions;
}

void decisions_free(struct decisions *decisions)
{
	if (!decisions)
		return;
	g_array_unref(decisions->all);
	g_free(decisions->name);
	g_free(decisions);
}

/* With its NUL, so that no two lists of texts are one. */
static void add_text(GChecksum *sum, const char *text)
{
	g_checksum_update(sum, (const guchar *)(text ? text : ""), text ? -1 : 0);
	g_checksum_update(sum, (const guchar *)"", 1);
}

char *decisions_fingerprint(const struct decisions *decisions)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);

	if (!decisions || !decisions->all->len)
		return g_strdup("none");
	for (guint i = 0; i < decisions->all->len; i++) {
		const struct decision *d = &g_array_index(decisions->all, struct decision, i);
		g_autofree char *line = g_strdup_printf("%u %d", d->line, (int)d->state);

		add_text(sum, kinds[d->kind].name);
		add_text(sum, line);
		add_text(sum, d->subject);
		add_text(sum, d->other);
		add_text(sum, d->reason);
	}
	return g_strdup(g_checksum_get_string(sum));
}
