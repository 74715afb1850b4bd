/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/thread_ids.h"

#include "parse/scan.h"

/* ---- hashes -------------------------------------------------------------------- */

/* FNV-1a. */
#define HASH_START G_GUINT64_CONSTANT(0xcbf29ce484222325)
#define HASH_PRIME G_GUINT64_CONSTANT(0x100000001b3)

/* White space, and what a repaired charset changes. */
static gboolean counts(char c)
{
	return c > ' ' || (c && !strchr(" \t\r\n", c) && c > 0);
}

static guint64 hash_on(guint64 hash, struct slice text)
{
	for (gsize i = 0; i < text.len; i++)
		if (counts(text.at[i]))
			hash = (hash ^ (guchar)text.at[i]) * HASH_PRIME;
	return hash;
}

/* All bits depend on all bytes (the end of MurmurHash3). */
static guint64 finish(guint64 hash)
{
	hash = (hash ^ hash >> 33) * G_GUINT64_CONSTANT(0xff51afd7ed558ccd);
	hash = (hash ^ hash >> 33) * G_GUINT64_CONSTANT(0xc4ceb9fe1a85ec53);
	hash ^= hash >> 33;
	return hash ? hash : 1;
}

guint64 thread_hash(struct slice id)
{
	return finish(hash_on(HASH_START, id));
}

guint64 thread_subject_hash(const char *subject)
{
	return finish(hash_on(hash_on(HASH_START, SLICE_LIT("Subject:")), slice_of(subject)));
}

/* ---- subjects ------------------------------------------------------------------- */

/* "Re:", "RE[2]:", "Fwd:"; takes it off. */
static gboolean take_prefix(struct slice *rest, gboolean *reply)
{
	static const char *const prefixes[] = {"re", "aw", "sv", "fwd", "fw"};
	struct slice after = *rest;

	for (guint i = 0; i < G_N_ELEMENTS(prefixes); i++) {
		gsize n = strlen(prefixes[i]);

		if (after.len <= n || g_ascii_strncasecmp(after.at, prefixes[i], n))
			continue;
		after = slice_skip(after, n);
		if (scan_text(&after, "[") && slice_is_null(scan_before(&after, "]")))
			return FALSE;
		if (!scan_text(&after, ":"))
			return FALSE;
		*rest = after;
		*reply |= i < 3;
		return TRUE;
	}
	return FALSE;
}

/* The lists' own, which come and go on the way through them. */
static gboolean take_tag(struct slice *rest)
{
	static const char *const tags[] = {"[lkp]", "[lkp-robot]", "[kbuild]", "[kbuild-all]"};

	for (guint i = 0; i < G_N_ELEMENTS(tags); i++) {
		gsize n = strlen(tags[i]);

		if (rest->len < n || g_ascii_strncasecmp(rest->at, tags[i], n))
			continue;
		*rest = slice_skip(*rest, n);
		return TRUE;
	}
	return FALSE;
}

char *thread_subject(const char *subject, gboolean *ret_reply)
{
	struct slice rest = slice_trim(slice_of(subject));
	gboolean reply = FALSE;
	GString *out;

	while (take_prefix(&rest, &reply) || take_tag(&rest))
		rest = slice_trim(rest);
	if (ret_reply)
		*ret_reply = reply;
	out = g_string_sized_new(rest.len + 1);
	for (gsize i = 0; i < rest.len; i++)
		if (counts(rest.at[i]))
			g_string_append_c(out, g_ascii_tolower(rest.at[i]));
	return g_string_free(out, out->len < THREAD_SUBJECT_MIN);
}

static void add_parent(struct thread_ids *ids, guint64 hash)
{
	for (guint i = 0; i < ids->n_parents; i++)
		if (ids->parents[i] == hash)
			return;
	/* The oldest goes, but for the one answered and the thread's root. */
	if (ids->n_parents == THREAD_PARENTS_MAX) {
		memmove(&ids->parents[2], &ids->parents[3],
			(THREAD_PARENTS_MAX - 3) * sizeof *ids->parents);
		ids->n_parents--;
	}
	ids->parents[ids->n_parents++] = hash;
}

static void add_subject(struct thread_ids *ids, const char *subject)
{
	gboolean reply;
	g_autofree char *key = subject ? thread_subject(subject, &reply) : NULL;

	if (key && reply) {
		add_parent(ids, thread_subject_hash(key));
		ids->by_subject = TRUE;
	}
}

/* ---- raw headers ------------------------------------------------------------------ */

gboolean thread_next_bracketed(struct slice *rest, struct slice *ret_id)
{
	const char *open = memchr(rest->at, '<', rest->len), *end = rest->at + rest->len;
	const char *close = open ? memchr(open, '>', (gsize)(end - open)) : NULL;

	if (!close)
		return FALSE;
	for (const char *at = open + 1; at < close; at++)
		if (*at == '<')
			open = at;
	*ret_id = slice_between(open + 1, close);
	*rest = slice_between(close + 1, end);
	return TRUE;
}

/* Without white space; a NUL becomes a blank on the way to the MIME library. */
static gsize tidy_length(struct slice id)
{
	gsize n = id.len;

	for (gsize i = 0; i < id.len; i++)
		n -= !!memchr(" \t\r\n", id.at[i], sizeof " \t\r\n");
	return n;
}

/* 0: white space, or too long. */
static guint64 hash_of_id(struct slice id)
{
	if (!slice_trim(id).len || (id.len > THREAD_ID_MAX && tidy_length(id) > THREAD_ID_MAX))
		return 0;
	return thread_hash(id);
}

/* Without brackets one word is an id. */
static guint64 first_id(struct slice value)
{
	struct slice rest = value, id;
	guint64 hash;

	while (thread_next_bracketed(&rest, &id))
		if ((hash = hash_of_id(id)))
			return hash;
	value = slice_trim(value);
	for (gsize i = 0; i < value.len; i++)
		if (memchr(" \t\r\n<>", value.at[i], 7))
			return 0;
	return hash_of_id(value);
}

static void add_references(struct thread_ids *ids, struct slice value)
{
	struct slice id;
	guint64 hash;

	while (thread_next_bracketed(&value, &id))
		if ((hash = hash_of_id(id)))
			add_parent(ids, hash);
}

struct fields {
	struct slice message_id, in_reply_to, references, subject; /* values; null: none */
};

/* *value is a field's line on entry, its text on return; FALSE: of another name. */
static gboolean take_name(struct slice *value, const char *name)
{
	gsize n = strlen(name);

	if (value->len <= n || g_ascii_strncasecmp(value->at, name, n))
		return FALSE;
	struct slice rest = slice_skip(*value, n);
	while (rest.len && (*rest.at == ' ' || *rest.at == '\t'))
		rest = slice_skip(rest, 1);
	if (!rest.len || *rest.at != ':')
		return FALSE;
	*value = slice_skip(rest, 1);
	return TRUE;
}

/* The end of the field whose first line ends at `lf`. */
static const char *end_of_field(const char *lf, const char *end)
{
	while (lf && lf + 1 < end && (lf[1] == ' ' || lf[1] == '\t'))
		lf = memchr(lf + 1, '\n', (gsize)(end - lf - 1));
	return lf ? lf : end;
}

/* Most lines of a header are told off by their first letter. */
static void take_field(struct fields *f, const char *at, const char *lf, const char *end)
{
	struct slice *field, value;
	const char *name;

	switch (*at | 0x20) {
	case 'm':
		field = &f->message_id;
		name = "message-id";
		break;
	case 'i':
		field = &f->in_reply_to;
		name = "in-reply-to";
		break;
	case 'r':
		field = &f->references;
		name = "references";
		break;
	case 's':
		field = &f->subject;
		name = "subject";
		break;
	default:
		return;
	}
	value = slice_between(at, lf ? lf : end);
	if (field->at || !take_name(&value, name))
		return;
	*field = slice_between(value.at, end_of_field(lf, end));
	field->len = MIN(field->len, THREAD_FIELD_MAX);
}

static gboolean is_blank_line(const char *at, const char *end)
{
	return *at == '\n' || (*at == '\r' && at + 1 < end && at[1] == '\n');
}

static struct fields find_fields(struct slice raw)
{
	const char *at = raw.at, *end = raw.at + raw.len;
	struct fields fields = {0};

	while (at < end && (at == raw.at || !is_blank_line(at, end))) {
		const char *lf = memchr(at, '\n', (gsize)(end - at));

		take_field(&fields, at, lf, end);
		if (!lf)
			break;
		at = lf + 1;
	}
	return fields;
}

void thread_ids_scan(struct slice raw, struct thread_ids *ret_ids)
{
	struct fields fields = find_fields(raw);
	guint64 answered;

	ret_ids->id = fields.message_id.at ? first_id(fields.message_id) : 0;
	ret_ids->n_parents = 0;
	ret_ids->by_subject = FALSE;
	answered = fields.in_reply_to.at ? first_id(fields.in_reply_to) : 0;
	if (answered)
		add_parent(ret_ids, answered);
	if (fields.references.at)
		add_references(ret_ids, fields.references);
	if (!ret_ids->n_parents && fields.subject.at) {
		g_autofree char *subject = slice_dup(fields.subject);

		add_subject(ret_ids, subject);
	}
}

/* ---- mails ---------------------------------------------------------------------- */

void thread_ids_of(const struct mail *mail, struct thread_ids *ret_ids)
{
	ret_ids->id = mail->synthetic_id ? 0 : thread_hash(slice_of(mail->message_id));
	ret_ids->n_parents = 0;
	ret_ids->by_subject = FALSE;
	if (mail->in_reply_to)
		add_parent(ret_ids, thread_hash(slice_of(mail->in_reply_to)));
	for (guint i = 0; i < mail->references->len; i++)
		add_parent(ret_ids, thread_hash(slice_of(mail->references->pdata[i])));
	if (!ret_ids->n_parents)
		add_subject(ret_ids, mail->subject);
}
