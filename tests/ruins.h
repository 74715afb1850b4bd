/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What befalls a printed table on its way through archives, mail programs and keyboards:
 * a text into another, with the repairs that put it right.
 */
#pragma once

#include "parse/records.h"

#include <string.h>

#define WIDTH 76 /* of quoted-printable, and of mail programs that refill */

static GRand *chance; /* the program makes it */

static int pick(int n)
{
	return g_rand_int_range(chance, 0, n);
}

static char *replaced(const char *text, const char *what, const char *with)
{
	g_auto(GStrv) pieces = g_strsplit(text, what, -1);

	return g_strjoinv(with, pieces);
}

/* ---- ruins: a printed table's text into another -------------------------------------- */

typedef char *(*ruin_fn)(const char *text);
typedef void (*ruin_line_fn)(const char *line, GString *out);

/* Rows alone; what stands over them stays. */
static char *ruin_rows(const char *text, ruin_line_fn ruin)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	GString *out = g_string_new(NULL);

	for (guint i = 0; lines[i]; i++) {
		if (strchr(lines[i], '.') || strstr(lines[i], "TLB:"))
			ruin(lines[i], out);
		else if (lines[i + 1])
			g_string_append_printf(out, "%s\n", lines[i]);
	}
	return g_string_free(out, FALSE);
}

static char *nothing(const char *text)
{
	return g_strdup(text);
}

/* "±" through wrong charsets, archives and keyboards. */
static char *other_mark(const char *text)
{
	static const char *const marks[] = {
		"A+-", "+-", "+/-", "Â±", "Â", "ą", "?", "??", ".", "~", "\xef\xbf\xbd", "Ã‚Â±"};

	static guint turn; /* each has its own */

	return replaced(text, "±", marks[turn++ % G_N_ELEMENTS(marks)]);
}

static char *no_mark(const char *text)
{
	return replaced(text, "±", "");
}

static char *no_break(const char *text)
{
	return replaced(text, "  ", pick(2) ? "\xc2\xa0 " : "\xc2\xa0\xc2\xa0");
}

static void collapse_line(const char *line, GString *out)
{
	g_auto(GStrv) words = g_strsplit(line, " ", -1);
	gboolean any = FALSE;

	for (guint i = 0; words[i]; i++) {
		if (!*words[i])
			continue;
		g_string_append_printf(out, "%s%s", any ? " " : "", words[i]);
		any = TRUE;
	}
	g_string_append_c(out, '\n');
}

static char *collapsed(const char *text)
{
	g_autofree char *apart = replaced(text, "±", "± "); /* "±103%" */

	return ruin_rows(apart, collapse_line);
}

static char *entities(const char *text)
{
	g_autofree char *ampersands = replaced(text, "&", "&amp;");
	g_autofree char *greater = replaced(ampersands, ">", "&gt;");

	return replaced(greater, "±", pick(2) ? "&plusmn;" : "&#177;");
}

/* Encoded and not decoded: soft breaks amid numbers and names. */
static void encode_line(const char *line, GString *out)
{
	guint column = 0;

	for (const guchar *at = (const guchar *)line; *at; at++) {
		gboolean plain = *at < 0x80 && *at != '=';

		if (column + (plain ? 1 : 3) >= WIDTH) {
			g_string_append(out, "=\n");
			column = 0;
		}
		g_string_append_printf(out, plain ? "%c" : "=%02X", *at);
		column += plain ? 1 : 3;
	}
	g_string_append_c(out, '\n');
}

static char *undecoded(const char *text)
{
	return ruin_rows(text, encode_line);
}

/* All of it, heads and commit list too, as a mail without its label. */
static char *undecoded_whole(const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	GString *out = g_string_new(NULL);

	for (guint i = 0; lines[i] && lines[i + 1]; i++) {
		gsize n = strlen(lines[i]);
		gboolean blank = n && lines[i][n - 1] == ' ';

		if (blank)
			lines[i][n - 1] = '\0';
		encode_line(lines[i], out);
		if (blank) {
			g_string_truncate(out, out->len - 1);
			g_string_append(out, "=20\n");
		}
	}
	return g_string_free(out, FALSE);
}

/* A reply on a page that escaped it twice. */
static char *escaped_whole(const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	GString *out = g_string_new(NULL);

	for (guint i = 0; lines[i] && lines[i + 1]; i++) {
		g_autofree char *escaped = g_markup_escape_text(lines[i], -1);

		g_string_append_printf(out, "&gt; %s\n", escaped);
	}
	return g_string_free(out, FALSE);
}

static void part_sign(const char *line, GString *out)
{
	gboolean parted = FALSE;

	for (const char *at = line; *at; at++) {
		g_string_append_c(out, *at);
		if (!parted && at > line && strchr("+-", *at) && at[-1] == ' ' &&
			g_ascii_isdigit(at[1]) && strspn(line, " ") != (gsize)(at - line)) {
			g_string_append_c(out, ' ');
			parted = TRUE;
		}
	}
	g_string_append_c(out, '\n');
}

static char *parted_signs(const char *text)
{
	return ruin_rows(text, part_sign);
}

/* Refilled: broken at a blank, or behind a sign, and what follows begins a line. */
static void refill_line(const char *line, GString *out)
{
	const char *cut = strrchr(line, ' ') + 1; /* the name */
	gsize from = strspn(line, " ") + 1;

	for (const char *at = line + from; at < cut; at++)
		if (strchr("+-", *at) && at[-1] == ' ' && g_ascii_isdigit(at[1]) && pick(2))
			cut = at + 1;
	g_string_append_printf(out, "%.*s\n%s\n", (int)(cut - line), line, cut);
}

static char *refilled(const char *text)
{
	return ruin_rows(text, refill_line);
}

G_GNUC_UNUSED static char *quoted(const char *text)
{
	static const char *const marks[] = {
		"> ", ">", "> > ", ">>> ", "> >> ", ">\xc2\xa0", "> > > > "};
	const char *mark = marks[pick(G_N_ELEMENTS(marks))];
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	GString *out = g_string_new(NULL);

	for (guint i = 0; lines[i] && lines[i + 1]; i++)
		g_string_append_printf(out, "%s%s\n", mark, lines[i]);
	return g_string_free(out, FALSE);
}

/* ---- all of them ---------------------------------------------------------------------- */

struct ruin {
	const char *name;
	ruin_fn ruin;
	guint repairs; /* that are named of the table, all and none else */
	gboolean quotable;
};

static const struct ruin ruins[] = {
	{"nothing", nothing, 0, TRUE},
	{"other-mark", other_mark, REPAIR_MARK, TRUE},
	{"no-mark", no_mark, REPAIR_MARK, TRUE},
	{"no-break-spaces", no_break, REPAIR_NBSP, TRUE},
	{"collapsed", collapsed, REPAIR_BLANKS, TRUE},
	{"entities", entities, REPAIR_ENTITY, TRUE},
	{"quoted-printable", undecoded, REPAIR_QUOTED_PRINTABLE, TRUE},
	{"quoted-printable-heads", undecoded_whole, REPAIR_QUOTED_PRINTABLE, TRUE},
	{"escaped-quotation", escaped_whole, REPAIR_ENTITY, TRUE},
	{"parted-signs", parted_signs, REPAIR_SIGN_JOINED, TRUE},
	{"refilled", refilled, REPAIR_REJOINED | REPAIR_SIGN_JOINED, TRUE},
};
