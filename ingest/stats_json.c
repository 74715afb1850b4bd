/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/stats_json.h"

struct reader {
	char *at, *end, *start;
	guint line;
	GArray *numbers;    /* of struct number, of a list */
	GPtrArray *texts;   /* of const char *, of a list */
	const char *spoilt; /* why the item in hand cannot be read; NULL: it can */
	struct stats_json_fault *fault;
	guint depth;
};

static gboolean fail(struct reader *r, const char *why)
{
	*r->fault = (struct stats_json_fault){(gsize)(r->at - r->start), r->line, why};
	return FALSE;
}

/* Costs the item alone; the file is read on. */
static void spoil(struct reader *r, const char *why)
{
	if (!r->spoilt)
		r->spoilt = why;
}

static void skip_blanks(struct reader *r)
{
	for (; r->at < r->end; r->at++) {
		if (*r->at == '\n') /* strings hold none */
			r->line++;
		else if (*r->at != ' ' && *r->at != '\t' && *r->at != '\r')
			break;
	}
}

/* The next byte behind blanks, 0 at the end. */
static char peek(struct reader *r)
{
	skip_blanks(r);
	return r->at < r->end ? *r->at : 0;
}

static gboolean take(struct reader *r, char c, const char *why)
{
	if (peek(r) != c)
		return fail(r, why);
	r->at++;
	return TRUE;
}

/* ---- strings ------------------------------------------------------------------- */

static gboolean take_hex(struct reader *r, guint *ret_code)
{
	guint code = 0;

	for (int i = 0; i < 4; i++, r->at++) {
		if (r->at == r->end || !g_ascii_isxdigit(*r->at))
			return fail(r, "\\u without four hexadecimal digits");
		code = 16 * code + (guint)g_ascii_xdigit_value(*r->at);
	}
	*ret_code = code;
	return TRUE;
}

/* Writes the character to *to, which is no longer than its escape. */
static gboolean take_unicode(struct reader *r, char **to)
{
	guint code, low;

	if (!take_hex(r, &code))
		return FALSE;
	if (code >= 0xd800 && code < 0xdc00) {
		if (r->end - r->at < 2 || r->at[0] != '\\' || r->at[1] != 'u')
			return fail(r, "half of a surrogate pair");
		r->at += 2;
		if (!take_hex(r, &low))
			return FALSE;
		if (low < 0xdc00 || low > 0xdfff)
			return fail(r, "half of a surrogate pair");
		code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
	} else if (code >= 0xdc00 && code < 0xe000) {
		return fail(r, "half of a surrogate pair");
	}
	if (!code)
		return fail(r, "a string holds a NUL");
	*to += g_unichar_to_utf8(code, *to);
	return TRUE;
}

static gboolean take_escape(struct reader *r, char **to)
{
	static const char from[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
	const char *known = r->at < r->end && *r->at ? strchr(from, *r->at) : NULL;

	if (known) {
		*(*to)++ = meant[known - from];
		r->at++;
		return TRUE;
	}
	if (r->at == r->end || *r->at != 'u')
		return fail(r, "an unknown escape in a string");
	r->at++;
	return take_unicode(r, to);
}

#define EACH_BYTE(value) (G_MAXUINT64 / 0xff * (value))

/* Whether eight bytes are all plain ASCII; of a word with others it may say no too early. */
static gboolean are_plain(const char *at)
{
	guint64 word;

	memcpy(&word, at, sizeof(word));

	/* The high bit of a byte comes up where it is below ' ', '"', '\\' or beyond ASCII. */
	guint64 other = word | (word - EACH_BYTE(' ')) | ((word ^ EACH_BYTE('"')) - EACH_BYTE(1)) |
			((word ^ EACH_BYTE('\\')) - EACH_BYTE(1));
	return !(other & EACH_BYTE(0x80));
}

/*
 * Bytes up to one that ends a string, or is none of it as it stands; *ascii: no other.
 * Names are most of a file, so they are gone over in words where that can be.
 */
static gsize plain_length(const struct reader *r, gboolean *ascii)
{
	const char *at = r->at;
	guchar all = 0;

	while (r->end - at >= 8 && are_plain(at))
		at += 8;
	while (at < r->end && *at != '"' && *at != '\\' && (guchar)*at >= ' ')
		all |= (guchar)*at++;
	*ascii = *ascii && all < 0x80;
	return (gsize)(at - r->at);
}

/* Its escapes are undone in place. */
static gboolean take_string(struct reader *r, struct slice *ret_text)
{
	gboolean ascii = TRUE;
	char *from, *to;

	if (!take(r, '"', "a string is missing"))
		return FALSE;
	from = to = r->at;
	while (r->at < r->end && *r->at != '"') {
		gsize n = plain_length(r, &ascii);

		if (to != r->at)
			memmove(to, r->at, n);
		to += n;
		r->at += n;
		if (r->at < r->end && (guchar)*r->at < ' ')
			return fail(r, "a control character in a string");
		if (r->at < r->end && *r->at == '\\') {
			r->at++;
			if (!take_escape(r, &to))
				return FALSE;
		}
	}
	*ret_text = slice_between(from, to);
	if (r->at == r->end)
		return fail(r, "a string without an end");
	if (!ascii && !g_utf8_validate(from, to - from, NULL))
		return fail(r, "a string is no UTF-8");
	r->at++;
	return TRUE;
}

/* A string that is not wanted. */
static gboolean skip_string(struct reader *r)
{
	struct slice ignored;

	return take_string(r, &ignored);
}

/* ---- values -------------------------------------------------------------------- */

static gboolean is_number_start(char c)
{
	return c == '-' || g_ascii_isdigit(c);
}

static gboolean take_number(struct reader *r, struct number *ret_number)
{
	gsize len = number_read(slice_between(r->at, r->end), ret_number);

	if (!len) {
		len = number_length(slice_between(r->at, r->end));
		if (!len)
			return fail(r, "a number that cannot be read");
		*ret_number = number_of_integer(0);
		spoil(r, "a number stands there that is too large, or too long");
	}
	r->at += len;
	return TRUE;
}

static gboolean take_word(struct reader *r)
{
	static const char *const words[] = {"true", "false", "null"};

	for (guint i = 0; i < G_N_ELEMENTS(words); i++)
		if (slice_starts(slice_between(r->at, r->end), words[i])) {
			r->at += strlen(words[i]);
			return TRUE;
		}
	return fail(r, "a value is missing");
}

static gboolean skip_value(struct reader *r);

static gboolean skip_member(struct reader *r, gboolean is_object)
{
	if (is_object && !(skip_string(r) && take(r, ':', "':' is missing")))
		return FALSE;
	return skip_value(r);
}

static gboolean skip_container(struct reader *r, char close)
{
	if (++r->depth > STATS_JSON_DEPTH_MAX)
		return fail(r, "nested too deeply");
	r->at++;
	if (peek(r) != close) {
		if (!skip_member(r, close == '}'))
			return FALSE;
		while (peek(r) == ',') {
			r->at++;
			if (!skip_member(r, close == '}'))
				return FALSE;
		}
	}
	r->depth--;
	return take(r, close, "',' or the end of a list is missing");
}

static gboolean skip_value(struct reader *r)
{
	struct number ignored;
	char c = peek(r);

	if (is_number_start(c))
		return take_number(r, &ignored);
	if (c == '"')
		return skip_string(r);
	if (c == '{' || c == '[')
		return skip_container(r, c == '{' ? '}' : ']');
	return take_word(r);
}

#define NO_NUMBER "something else than a number stands there"

/* Numbers alone or strings alone, else the list is spoilt. */
static gboolean take_list_item(struct reader *r)
{
	struct number number;
	struct slice text;
	char c = peek(r);

	if (r->numbers->len + r->texts->len == STATS_JSON_SERIES_MAX) {
		spoil(r, "a list stands there that is longer than is allowed");
		return skip_value(r);
	}
	if (is_number_start(c)) {
		if (!take_number(r, &number))
			return FALSE;
		g_array_append_val(r->numbers, number);
	} else if (c == '"') {
		if (!take_string(r, &text))
			return FALSE;
		((char *)text.at)[text.len] = '\0';
		g_ptr_array_add(r->texts, (char *)text.at);
	} else {
		spoil(r, NO_NUMBER);
		return skip_value(r);
	}
	if (r->numbers->len && r->texts->len)
		spoil(r, NO_NUMBER);
	return TRUE;
}

static gboolean take_list(struct reader *r)
{
	r->at++;
	if (peek(r) == ']') {
		r->at++;
		return TRUE;
	}
	if (!take_list_item(r))
		return FALSE;
	while (peek(r) == ',') {
		r->at++;
		if (!take_list_item(r))
			return FALSE;
	}
	return take(r, ']', "',' or the end of a list is missing");
}

static gboolean take_series(struct reader *r, struct stats_json_item *item)
{
	g_array_set_size(r->numbers, 0);
	g_ptr_array_set_size(r->texts, 0);
	if (!take_list(r))
		return FALSE;
	item->kind = r->texts->len ? STATS_JSON_TEXTS : STATS_JSON_LIST;
	item->values = (const struct number *)(gconstpointer)r->numbers->data;
	item->texts = (const char *const *)r->texts->pdata;
	item->n = r->texts->len ? r->texts->len : r->numbers->len;
	return TRUE;
}

/* The value behind a name, a single one into *number. */
static gboolean take_value(struct reader *r, struct stats_json_item *item, struct number *number)
{
	char c = peek(r);

	if (is_number_start(c)) {
		item->kind = STATS_JSON_NUMBER;
		item->values = number;
		item->n = 1;
		return take_number(r, number);
	}
	if (c == '[')
		return take_series(r, item);
	spoil(r, NO_NUMBER);
	return skip_value(r);
}

static void take_name(struct reader *r, struct slice name, struct stats_json_item *item)
{
	struct slice kept = slice_cut(name, STATS_JSON_NAME_MAX);

	if (kept.len < name.len)
		spoil(r, "its name is longer than is allowed");
	((char *)kept.at)[kept.len] = '\0'; /* there was its quotation mark, or what is cut */
	item->name = kept.at;
}

static gboolean take_item(struct reader *r, stats_json_fn fn, void *data)
{
	struct stats_json_item item = {.n = 0};
	struct number number;
	struct slice name;

	r->spoilt = NULL;
	if (!take_string(r, &name))
		return FALSE;
	take_name(r, name, &item);
	if (!take(r, ':', "':' is missing") || !take_value(r, &item, &number))
		return FALSE;
	if (r->spoilt)
		item = (struct stats_json_item){item.name, STATS_JSON_OTHER, .why = r->spoilt};
	fn(&item, data);
	return TRUE;
}

static gboolean take_object(struct reader *r, stats_json_fn fn, void *data)
{
	if (!take(r, '{', "it does not begin with '{'"))
		return FALSE;
	if (peek(r) != '}') {
		if (!take_item(r, fn, data))
			return FALSE;
		while (peek(r) == ',') {
			r->at++;
			if (!take_item(r, fn, data))
				return FALSE;
		}
	}
	if (!take(r, '}', "',' or '}' is missing"))
		return FALSE;
	return !peek(r) && r->at == r->end ? TRUE : fail(r, "something stands behind the end");
}

gboolean stats_json_read(
	char *text, gsize len, stats_json_fn fn, void *data, struct stats_json_fault *fault)
{
	struct reader r = {
		.at = text,
		.start = text,
		.end = text + len,
		.line = 1,
		.numbers = g_array_new(FALSE, FALSE, sizeof(struct number)),
		.texts = g_ptr_array_new(),
		.fault = fault,
	};
	gboolean done = take_object(&r, fn, data);

	g_array_free(r.numbers, TRUE);
	g_ptr_array_unref(r.texts);
	return done;
}
