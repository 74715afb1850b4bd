/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/mend.h"

#include "base/literal.h"
#include "parse/line.h"
#include "parse/records.h"

#define MARK "\xc2\xb1"
#define ENTITY_DIGITS_MAX 7

#define NO_BREAK "\xc2\xa0"

struct spelling {
	const char *written, *meant;
};

/* What encoders write for the bytes beyond ASCII and the signs in rows. */
static const struct spelling quoted_printable[] = {
	{"=3D", "="},
	{"=C2=B1", MARK},
	{"=B1", MARK},
	{"=C2=A0", NO_BREAK},
	{"=A0", NO_BREAK},
	{"=C4=85", "\xc4\x85"},
	{"=20", " "},
	{"=09", "\t"},
	{"=2E", "."},
	{"=2D", "-"},
	{"=2B", "+"},
	{"=25", "%"},
	{"=3A", ":"},
	{"=3E", ">"},
	{"=3C", "<"},
	{"=26", "&"},
};

static const struct spelling entities[] = {
	{"&gt;", ">"},
	{"&lt;", "<"},
	{"&amp;", "&"},
	{"&quot;", "\""},
	{"&plusmn;", MARK},
	{"&nbsp;", NO_BREAK},
	{"&apos;", "'"},
	{"&minus;", "-"},
};

/*
 * "nr_task=20" is an axis value, and "=20" a blank only where the line is quoted-printable
 * without doubt: then no other "=" is left in it.
 */
static gboolean is_quoted_printable(struct slice line)
{
	return slice_find(line, "=3D") || slice_find(line, "=C2=") || slice_find(line, "=B1") ||
	       slice_find(line, "=A0");
}

/*
 * "&#39;", "&#x27;": the length of a number as an entity; 0: it is none, or one of a digit,
 * a letter or a control character, which nobody needs to write so.
 */
static gsize numeric_at(struct slice text, gunichar *ret_char)
{
	gboolean hex = text.len > 3 && (text.at[2] | 0x20) == 'x';
	gsize from = hex ? 3 : 2, n = from;
	guint64 code;

	if (!slice_starts(text, "&#"))
		return 0;
	while (n < text.len && n < from + ENTITY_DIGITS_MAX && g_ascii_isxdigit(text.at[n]))
		n++;
	if (n >= text.len || text.at[n] != ';' ||
		!literal_count_in((struct slice){text.at + from, n - from}, hex ? 16 : 10, &code) ||
		!g_unichar_validate((gunichar)code) || g_unichar_iscntrl((gunichar)code) ||
		(code < 0x80 && g_ascii_isalnum((gchar)code)))
		return 0;
	*ret_char = (gunichar)code;
	return n + 1;
}

static const struct spelling *spelling_at(
	struct slice text, const struct spelling *spellings, guint count)
{
	for (guint i = 0; i < count; i++)
		if (slice_starts(text, spellings[i].written))
			return &spellings[i];
	return NULL;
}

static guint decode(struct slice line, gboolean printable, GString *decoded)
{
	guint repairs = 0;

	while (line.len) {
		const struct spelling *found = NULL;
		gunichar number;
		gsize n = *line.at == '&' ? numeric_at(line, &number) : 0;

		if (n) {
			g_string_append_unichar(decoded, number);
			line = slice_skip(line, n);
			repairs |= REPAIR_ENTITY;
			continue;
		}
		if (*line.at == '&' &&
			(found = spelling_at(line, entities, G_N_ELEMENTS(entities))))
			repairs |= REPAIR_ENTITY;
		else if (*line.at == '=' && printable &&
			 (found = spelling_at(
				  line, quoted_printable, G_N_ELEMENTS(quoted_printable))))
			repairs |= REPAIR_QUOTED_PRINTABLE;
		if (found)
			g_string_append(decoded, found->meant);
		else
			g_string_append_c(decoded, *line.at);
		line = slice_skip(line, found ? strlen(found->written) : 1);
	}
	return repairs;
}

guint mend_entities(struct slice text, GString *mended)
{
	return decode(text, FALSE, mended);
}

/* A sign between blanks, behind something, before a digit. */
static gboolean is_parted_sign(const GString *text, gsize at)
{
	gsize i = at + 1;

	if (!at || !strchr("+-", text->str[at]) || text->str[at - 1] != ' ' ||
		text->str[i] != ' ' || strspn(text->str, " \t") == at)
		return FALSE;
	while (text->str[i] == ' ')
		i++;
	return g_ascii_isdigit(text->str[i]);
}

static guint join_signs(GString *text)
{
	guint repairs = 0;

	for (gsize i = 0; i < text->len; i++) {
		if (!text->str[i] || !is_parted_sign(text, i))
			continue;
		g_string_erase(text, (gssize)i + 1, (gssize)strspn(text->str + i + 1, " "));
		repairs |= REPAIR_SIGN_JOINED;
	}
	return repairs;
}

guint mend_row(struct slice line, GString *mended)
{
	guint repairs = decode(line, is_quoted_printable(line), mended);

	return repairs | join_signs(mended);
}

gboolean mend_goes_on(struct slice line)
{
	struct slice bare = blank_trim(line);

	return line.len >= MEND_SOFT_LENGTH_MIN && slice_ends(bare, "=") && !slice_ends(bare, "==");
}
