/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/page_messages.h"

#include "ingest/dump.h"
#include "parse/parse.h"

#define HEADER_WITHIN 40 /* lines of a <pre> in which its header begins */

static struct slice keep(GStringChunk *text, const char *string)
{
	return string ? slice_of(g_string_chunk_insert(text, string)) : SLICE_NULL;
}

static struct slice page_slice(const struct page *page, gsize from, gsize to)
{
	return (struct slice){page->text->str + from, to - from};
}

static struct slice span_text(const struct page *page, guint i)
{
	const struct page_span *span = &g_array_index(page->pres, struct page_span, i);

	return page_slice(page, span->at, span->at + span->len);
}

/* ---- told by comments: hypermail, MHonArc, pipermail --------------------------------- */

/* What comments tell; strings are the comments' or the chunk's. */
struct told {
	struct loose loose;
	const char *name, *email;
	gsize from, to; /* the body */
	gboolean has_body;
};

/* A comment `key="value"` or `key: value`; NULL: another. */
static char *value_of(const char *comment, const char *key)
{
	gsize len = strlen(key);

	if (strncmp(comment, key, len) != 0)
		return NULL;
	comment += len;
	if (g_str_has_prefix(comment, ": "))
		return g_strstrip(g_strdup(comment + 2));
	if (!g_str_has_prefix(comment, "=\"") || !g_str_has_suffix(comment + 2, "\""))
		return NULL;
	return g_strndup(comment + 2, strlen(comment + 2) - 1);
}

/* Comments are not decoded by the parser. */
static void decode_entities(GString *text)
{
	g_string_replace(text, "&lt;", "<", 0);
	g_string_replace(text, "&gt;", ">", 0);
	g_string_replace(text, "&quot;", "\"", 0);
	g_string_replace(text, "&#45;", "-", 0);
	g_string_replace(text, "&amp;", "&", 0);
}

/* MHonArc hides addresses by turning letters half round the alphabet. */
static void turn_letters(GString *text)
{
	for (gsize i = 0; i < text->len; i++) {
		char c = text->str[i];

		if (g_ascii_isalpha(c))
			text->str[i] = (char)(g_ascii_tolower(c) <= 'm' ? c + 13 : c - 13);
	}
}

static void take_field(struct told *told, const char *comment, GStringChunk *text)
{
	const struct {
		const char *key;
		struct slice *to;
	} fields[] = {
		{"subject", &told->loose.subject},
		{"X-Subject", &told->loose.subject},
		{"sent", &told->loose.date},
		{"X-Date", &told->loose.date},
		{"id", &told->loose.message_id},
		{"X-Message-Id", &told->loose.message_id},
		{"inreplyto", &told->loose.in_reply_to},
		{"X-Reference", &told->loose.in_reply_to}, /* the last is the parent */
		{"X-From-R13", &told->loose.from},
	};

	for (guint i = 0; i < G_N_ELEMENTS(fields); i++) {
		g_autofree char *value = value_of(comment, fields[i].key);
		if (!value)
			continue;
		g_autoptr(GString) decoded = g_string_new(value);
		decode_entities(decoded);
		if (fields[i].to == &told->loose.from)
			turn_letters(decoded);
		*fields[i].to = keep(text, decoded->str);
		return;
	}
}

static void take_mark(struct told *told, const struct page_comment *comment, gsize end)
{
	static const char *const starts[] = {
		"body=\"start\"", "beginarticle", "X-Body-of-Message", NULL};
	static const char *const ends[] = {
		"body=\"end\"", "endarticle", "X-Body-of-Message-End", NULL};

	if (!told->has_body && g_strv_contains(starts, comment->text)) {
		told->has_body = TRUE;
		told->from = comment->at;
		told->to = end;
	} else if (told->has_body && told->to == end && g_strv_contains(ends, comment->text)) {
		told->to = comment->at;
	}
}

static void take_comment(struct told *told, const struct page *page,
	const struct page_comment *comment, GStringChunk *text)
{
	g_autofree char *name = value_of(comment->text, "name");
	g_autofree char *email = value_of(comment->text, "email");

	take_mark(told, comment, page->text->len);
	if (told->has_body)
		return; /* what the message itself holds tells nothing */
	if (name)
		told->name = keep(text, name).at;
	else if (email)
		told->email = keep(text, email).at;
	else
		take_field(told, comment->text, text);
}

/* The <pre>s of the body, or all of it when it has none. */
static struct slice body_text(const struct page *page, const struct told *told, GStringChunk *text)
{
	g_autoptr(GString) joined = g_string_new(NULL);

	for (guint i = 0; i < page->pres->len; i++) {
		const struct page_span *span = &g_array_index(page->pres, struct page_span, i);
		struct slice pre = span_text(page, i);

		if (span->at >= told->from && span->at + span->len <= told->to)
			g_string_append_len(joined, pre.at, (gssize)pre.len);
	}
	if (!joined->len)
		return page_slice(page, told->from, told->to);
	return (struct slice){
		g_string_chunk_insert_len(text, joined->str, (gssize)joined->len), joined->len};
}

/* "Linux-Kernel Archive: Re: ..." and pipermail's "[list] Re: ..." as the page has it. */
static struct slice shown_subject(const struct page *page, GStringChunk *text)
{
	return keep(text, page->heading ? page->heading : page->title);
}

static gboolean read_comments(const struct page *page, GArray *messages, GStringChunk *text)
{
	struct told told = {0};

	for (guint i = 0; i < page->comments->len; i++)
		take_comment(&told, page, g_ptr_array_index(page->comments, i), text);
	if (!told.has_body)
		return FALSE;
	if (!told.loose.subject.at)
		told.loose.subject = shown_subject(page, text);
	if (told.name || told.email) {
		g_autofree char *from = g_strdup_printf(
			"%s <%s>", told.name ? told.name : "", told.email ? told.email : "");
		told.loose.from = keep(text, told.email ? from : told.name);
	} else if (!told.loose.from.at) {
		told.loose.from = keep(text, page->bold);
	}
	if (!told.loose.date.at)
		told.loose.date = keep(text, page->italic);
	told.loose.text = body_text(page, &told, text);
	g_array_append_val(messages, told.loose);
	return TRUE;
}

/* ---- told by a header in <pre>: public-inbox, marc.info ------------------------------- */

/* Where the field of a line goes; NULL: it is none that is wanted. */
static struct slice *field_to(struct loose *loose, struct slice line, struct slice *ret_value)
{
	const struct {
		const char *name;
		struct slice *to;
	} fields[] = {
		{"From:", &loose->from},
		{"Subject:", &loose->subject},
		{"Date:", &loose->date},
		{"Message-ID:", &loose->message_id},
		{"In-Reply-To:", &loose->in_reply_to},
		{"List:", &loose->list},
	};

	for (guint i = 0; i < G_N_ELEMENTS(fields); i++) {
		if (!slice_starts(line, fields[i].name))
			continue;
		*ret_value = slice_trim(slice_skip(line, strlen(fields[i].name)));
		return fields[i].to;
	}
	return NULL;
}

/* "Date: ...\t[thread overview]" */
static struct slice before_tab(struct slice value)
{
	const char *tab = value.len ? memchr(value.at, '\t', value.len) : NULL;

	return tab ? slice_between(value.at, tab) : value;
}

/* The archive's own last lines: "[prev in list] [next in list] ...", "^ permalink raw reply". */
static struct slice without_furniture(struct slice text)
{
	struct slice rest = text, line;
	struct slice kept = text;

	while (slice_next_line(&rest, &line)) {
		if (!slice_starts(line, "[prev in list]") && !slice_starts(line, "^ permalink "))
			continue;
		kept.len = (gsize)(line.at - text.at);
		if (!slice_trim(rest).len || slice_starts(line, "^ "))
			break;
		kept = text;
	}
	return kept;
}

/* The block of fields that begins in the first lines; FALSE: there is none. */
static gboolean read_header(struct slice pre, struct loose *ret_loose)
{
	struct slice rest = pre, line, value;
	gboolean begun = FALSE;

	*ret_loose = (struct loose){0};
	for (guint n = 0; n < HEADER_WITHIN && slice_next_line(&rest, &line); n++) {
		struct slice *to = field_to(ret_loose, line, &value);

		if (to && !to->at)
			*to = before_tab(value);
		begun |= to != NULL;
		if (begun && !slice_trim(line).len)
			break;
	}
	ret_loose->text = without_furniture(rest);
	return ret_loose->from.at && ret_loose->subject.at;
}

/* "From: Subsystem Maintainer @ 2016-06-06  2:27 UTC (permalink / raw)", of a thread's page. */
static gboolean read_thread_line(struct slice line, struct loose *ret_loose)
{
	const char *at, *end;

	*ret_loose = (struct loose){0};
	if (!slice_starts(line, "From: ") || !(at = slice_find(line, " @ ")))
		return FALSE;
	struct slice date = slice_skip(line, (gsize)(at - line.at) + 3);
	if (!date.len || !g_ascii_isdigit(*date.at) || !(end = slice_find(date, " UTC")))
		return FALSE;
	ret_loose->from = slice_between(line.at + strlen("From: "), at);
	ret_loose->date = slice_between(date.at, end);
	return TRUE;
}

/* The messages of a thread's page, whose subjects stand above them behind "* ". */
static gboolean read_thread(const struct page *page, GArray *messages, GStringChunk *text)
{
	struct slice rest = slice_of(page->text->str), line, subject = SLICE_NULL;
	struct loose loose;
	guint before = messages->len;

	rest.len = page->text->len;
	while (messages->len < LOOSE_MAX && slice_next_line(&rest, &line)) {
		if (slice_starts(line, "* "))
			subject = slice_skip(line, 2);
		if (!read_thread_line(line, &loose))
			continue;
		while (slice_trim(line).len && slice_next_line(&rest, &line))
			;
		loose.subject = subject.at ? subject : shown_subject(page, text);
		loose.text = without_furniture(rest);
		g_array_append_val(messages, loose);
	}
	for (guint i = before; i + 1 < messages->len; i++) {
		struct loose *one = &g_array_index(messages, struct loose, i);
		const char *next = g_array_index(messages, struct loose, i + 1).from.at;
		if (one->text.at + one->text.len > next)
			one->text.len = (gsize)(next - strlen("From: ") - one->text.at);
	}
	return messages->len > before;
}

static gboolean read_headers(const struct page *page, GArray *messages)
{
	struct loose loose;

	for (guint i = 0; i < page->pres->len && messages->len < LOOSE_MAX; i++)
		if (read_header(span_text(page, i), &loose))
			g_array_append_val(messages, loose);
	return messages->len > 0;
}

/* ---- any page -------------------------------------------------------------------------- */

/* The <pre>s that may hold a report, else all text if it may; else nothing. */
static void read_any(const struct page *page, GArray *messages, GStringChunk *text)
{
	struct loose loose = {.subject = shown_subject(page, text)};
	struct slice all = {page->text->str, page->text->len};
	guint before = messages->len;

	for (guint i = 0; i < page->pres->len && messages->len < LOOSE_MAX; i++) {
		loose.text = span_text(page, i);
		if (parse_may_matter(loose.text))
			g_array_append_val(messages, loose);
	}
	if (messages->len > before || !parse_may_matter(all))
		return;
	loose.text = all;
	g_array_append_val(messages, loose);
}

/* A dump of a thread that was put into a page. */
static gboolean read_dump(const struct page *page, GArray *messages)
{
	struct slice all = {page->text->str, page->text->len};

	if (!dump_bid(all))
		return FALSE;
	g_autoptr(GArray) split = dump_split(all);
	g_array_append_vals(messages, split->data, split->len);
	return TRUE;
}

GArray *page_messages(const struct page *page, GStringChunk *text)
{
	GArray *messages = g_array_new(FALSE, FALSE, sizeof(struct loose));

	if (!read_comments(page, messages, text) && !read_thread(page, messages, text) &&
		!read_headers(page, messages) && !read_dump(page, messages))
		read_any(page, messages, text);
	return messages;
}
