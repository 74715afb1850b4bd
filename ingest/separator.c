/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/separator.h"

/* A pipermail sender is "user at example.org"; more words before the date are prose. */
#define SENDER_WORDS_MAX 4

/* Takes the next word off *rest; an empty one at the end. */
static struct slice take_word(struct slice *rest)
{
	gsize at = 0, n = 0;

	while (at < rest->len && (rest->at[at] == ' ' || rest->at[at] == '\t'))
		at++;
	*rest = slice_skip(*rest, at);
	while (n < rest->len && rest->at[n] != ' ' && rest->at[n] != '\t')
		n++;
	struct slice word = {rest->at, n};
	*rest = slice_skip(*rest, n);
	return word;
}

static gboolean is_one_of(struct slice word, const char *names)
{
	if (word.len != 3)
		return FALSE;
	for (; *names; names += 3)
		if (!memcmp(word.at, names, 3))
			return TRUE;
	return FALSE;
}

/* Digits as `shape` has them, with '9' for any: "99:99:99". */
static gboolean has_shape(struct slice word, const char *shape)
{
	if (word.len != strlen(shape))
		return FALSE;
	for (gsize i = 0; i < word.len; i++)
		if (shape[i] == '9' ? !g_ascii_isdigit(word.at[i]) : word.at[i] != shape[i])
			return FALSE;
	return TRUE;
}

static gboolean is_year(struct slice word)
{
	return has_shape(word, "9999") && (word.at[0] == '1' || word.at[0] == '2');
}

static gboolean is_numeric_zone(struct slice word)
{
	return has_shape(word, "+9999") || has_shape(word, "-9999");
}

static gboolean is_named_zone(struct slice word)
{
	for (gsize i = 0; i < word.len; i++)
		if (!g_ascii_isupper(word.at[i]))
			return FALSE;
	return word.len > 0 && word.len <= 5;
}

/* ctime(): "Tue Jan  2 07:31:00 2024", a zone before or behind the year. */
static gboolean is_date(struct slice text)
{
	if (!is_one_of(take_word(&text), "MonTueWedThuFriSatSun") ||
		!is_one_of(take_word(&text), "JanFebMarAprMayJunJulAugSepOctNovDec"))
		return FALSE;
	struct slice day = take_word(&text), clock = take_word(&text), year = take_word(&text);
	if (!has_shape(day, "9") && !has_shape(day, "99"))
		return FALSE;
	if (!has_shape(clock, "99:99:99") && !has_shape(clock, "99:99"))
		return FALSE;
	if (is_named_zone(year) || is_numeric_zone(year))
		year = take_word(&text);
	if (!is_year(year))
		return FALSE;
	struct slice zone = take_word(&text);
	return !zone.len ||
	       ((is_numeric_zone(zone) || is_named_zone(zone)) && !take_word(&text).len);
}

/* Goes behind the sender's words, to the date; FALSE: there is none. */
static gboolean find_date(struct slice text)
{
	for (int words = 0; words <= SENDER_WORDS_MAX; words++) {
		if (is_date(text))
			return TRUE;
		if (!take_word(&text).len)
			return FALSE;
	}
	return FALSE;
}

static gboolean is_patch_head(struct slice line)
{
	struct slice rest = slice_skip(line, strlen("From "));
	struct slice id = take_word(&rest);

	if (id.len != 40 || !slice_is(slice_trim(rest), "Mon Sep 17 00:00:00 2001"))
		return FALSE;
	for (gsize i = 0; i < id.len; i++)
		if (!g_ascii_isxdigit(id.at[i]))
			return FALSE;
	return TRUE;
}

gboolean separator_is_field(struct slice line)
{
	gsize n = 0;

	while (n < line.len && line.at[n] > ' ' && line.at[n] <= '~' && line.at[n] != ':')
		n++;
	return n && n < line.len && line.at[n] == ':';
}

enum separator separator_judge(struct slice line, struct slice below)
{
	if (!slice_starts(line, "From ") || line.len > SEPARATOR_MAX)
		return SEPARATOR_NONE;
	/* Mailers of old left a second, escaped separator as the first field. */
	if (!separator_is_field(below) && !slice_starts(below, ">From "))
		return SEPARATOR_NONE;
	line = slice_trim(line);
	if (is_patch_head(line))
		return SEPARATOR_PATCH;
	return find_date(slice_skip(line, strlen("From "))) ? SEPARATOR_MAIL : SEPARATOR_NONE;
}

gboolean separator_is_ruin(struct slice line)
{
	line = slice_trim(line);
	return line.len <= SEPARATOR_MAX && find_date(line);
}
