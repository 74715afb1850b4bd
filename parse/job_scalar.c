/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/job_scalar.h"

#include "base/literal.h"

#include <math.h>

enum scalar {
	SCALAR_STRING,
	SCALAR_NULL,
	SCALAR_TRUE,
	SCALAR_FALSE,
	SCALAR_SYMBOL,
	SCALAR_INFINITY,
	SCALAR_MINUS_INFINITY,
	SCALAR_NAN,
	SCALAR_SEXAGESIMAL,
	SCALAR_FLOAT,
	SCALAR_INTEGER, /* decimal */
	SCALAR_BINARY,
	SCALAR_OCTAL,
	SCALAR_HEX,
};

#define DIGITS "0123456789"

static const char *skip_sign(const char *text)
{
	return text + (*text == '-' || *text == '+');
}

static gboolean is_all(const char *text, const char *of)
{
	return *text && !text[strspn(text, of)];
}

static gboolean is_one_of(const char *text, const char *const *words)
{
	for (; *words; words++)
		if (!g_ascii_strcasecmp(text, *words))
			return TRUE;
	return FALSE;
}

static enum scalar of_word(const char *text)
{
	static const char *const nulls[] = {"", "~", "null", NULL};
	static const char *const trues[] = {"yes", "true", "on", NULL};
	static const char *const falses[] = {"no", "false", "off", NULL};

	if (is_one_of(text, nulls))
		return SCALAR_NULL;
	if (is_one_of(text, trues))
		return SCALAR_TRUE;
	return is_one_of(text, falses) ? SCALAR_FALSE : SCALAR_STRING;
}

static enum scalar of_special(const char *text)
{
	static const char *const infinities[] = {".inf", "+.inf", NULL};

	if (is_one_of(text, infinities))
		return SCALAR_INFINITY;
	if (!g_ascii_strcasecmp(text, "-.inf"))
		return SCALAR_MINUS_INFINITY;
	return g_ascii_strcasecmp(text, ".nan") ? SCALAR_STRING : SCALAR_NAN;
}

/* [-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2} */
static gboolean is_sexagesimal(const char *text)
{
	const char *at = skip_sign(text);
	guint parts = 0;

	if (!g_ascii_isdigit(*at))
		return FALSE;
	at += strspn(at, DIGITS "_");
	for (; *at == ':'; parts++) {
		gsize n = strspn(at + 1, DIGITS);

		if (n < 1 || n > 2 || (n == 2 && at[1] > '5'))
			return FALSE;
		at += 1 + n;
	}
	return !*at && parts >= 1 && parts <= 2;
}

/* [-+]?([0-9][0-9_,]*)?\.[0-9]*([eE][+-][0-9]+)?, and a digit somewhere */
static gboolean is_float(const char *text)
{
	const char *at = skip_sign(text), *point;

	if (g_ascii_isdigit(*at))
		at += strspn(at, DIGITS "_,");
	point = at;
	if (*at++ != '.')
		return FALSE;
	at += strspn(at, DIGITS);
	if (at == point + 1 && point == skip_sign(text))
		return FALSE;
	if (*at != 'e' && *at != 'E')
		return !*at;
	return (at[1] == '-' || at[1] == '+') && is_all(at + 2, DIGITS);
}

static enum scalar of_integer(const char *text)
{
	const char *at = skip_sign(text);

	if (!strcmp(at, "0") || (*at >= '1' && *at <= '9' && is_all(at, DIGITS "_,")))
		return SCALAR_INTEGER;
	if (*at != '0')
		return SCALAR_STRING;
	if (at[1] == 'b' && is_all(at + 2, "01_,"))
		return SCALAR_BINARY;
	if (at[1] == 'x' && is_all(at + 2, DIGITS "abcdefABCDEF_,"))
		return SCALAR_HEX;
	return is_all(at + 1, "01234567_,") ? SCALAR_OCTAL : SCALAR_STRING;
}

static enum scalar scalar_of(const char *text)
{
	enum scalar word = of_word(text), special = of_special(text);

	if (word != SCALAR_STRING)
		return word;
	if (special != SCALAR_STRING)
		return special;
	if (text[0] == ':' && text[1])
		return SCALAR_SYMBOL;
	if (is_sexagesimal(text))
		return SCALAR_SEXAGESIMAL;
	return is_float(text) ? SCALAR_FLOAT : of_integer(text);
}

enum job_node_kind job_scalar_kind(const char *text, gboolean *ret_is_string)
{
	enum scalar scalar = scalar_of(text);

	*ret_is_string = scalar == SCALAR_STRING;
	if (scalar == SCALAR_NULL)
		return JOB_NULL;
	return scalar == SCALAR_FALSE ? JOB_FALSE : JOB_TEXT;
}

/* ---- values ------------------------------------------------------------------------- */

/* Without the '_' and ',' that make numbers readable. */
static char *bare(const char *text)
{
	GString *out = g_string_new(NULL);

	for (; *text; text++)
		if (*text != '_' && *text != ',')
			g_string_append_c(out, *text);
	return g_string_free(out, FALSE);
}

/* hours, minutes and seconds, from the hours on */
static char *sexagesimal_text(const char *text)
{
	g_auto(GStrv) parts = g_strsplit(text, ":", 3);
	static const gint64 weights[] = {3600, 60, 1};
	gint64 sum = 0;

	for (guint i = 0; parts[i]; i++) {
		g_autofree char *digits = bare(parts[i]);
		gint64 part = g_ascii_strtoll(digits, NULL, 10);

		sum += CLAMP(part, -G_MAXINT32, G_MAXINT32) * weights[i];
	}
	return g_strdup_printf("%" G_GINT64_FORMAT, sum);
}

static char *whole_text(const char *text, guint base)
{
	g_autofree char *digits = bare(skip_sign(text) + (base == 10 ? 0 : base == 8 ? 1 : 2));
	const char *sign = *text == '-' ? "-" : "";
	guint64 value;

	if (base == 10) /* any length */
		return g_strconcat(strcmp(digits, "0") ? sign : "", digits, NULL);
	if (!*digits)
		return g_strdup("0");
	if (!literal_count_in(slice_of(digits), base, &value))
		return g_strdup(text);
	return g_strdup_printf("%s%" G_GUINT64_FORMAT, value ? sign : "", value);
}

/* The fewest digits that read back as the same double: "d.ddde+NN". */
static void shortest(double x, char *text, gsize room)
{
	char format[16];

	for (int digits = 0; digits < 17; digits++) {
		g_snprintf(format, sizeof(format), "%%.%de", digits);
		g_ascii_formatd(text, (gint)room, format, x);
		if (g_ascii_strtod(text, NULL) == x)
			return;
	}
}

/* Ruby's Float#to_s: 1.5, 100.0, 1.0e+20, 1.0e-05. */
static char *float_text(const char *text)
{
	g_autofree char *plain = bare(text);
	char buffer[48];
	double x = g_ascii_strtod(plain, NULL);

	if (isinf(x))
		return g_strdup(x < 0 ? "-Infinity" : "Infinity");
	shortest(x, buffer, sizeof(buffer));

	char *e = strchr(buffer, 'e');
	int exponent = (int)g_ascii_strtoll(e + 1, NULL, 10);
	int digits = (int)(e - buffer) - (buffer[0] == '-') - (strchr(buffer, '.') ? 1 : 0);
	char format[16];

	if (x != 0 && (exponent < -4 || exponent >= 16)) {
		*e = 0;
		return g_strdup_printf("%s%se%c%02d", buffer, strchr(buffer, '.') ? "" : ".0",
			exponent < 0 ? '-' : '+', ABS(exponent));
	}
	g_snprintf(format, sizeof(format), "%%.%df", MAX(digits - 1 - exponent, 1));
	g_ascii_formatd(buffer, sizeof(buffer), format, x);
	return g_strdup(buffer);
}

static char *symbol_text(const char *text)
{
	gsize len = strlen(text);

	if (len > 2 && (text[1] == '"' || text[1] == '\'') && text[len - 1] == text[1])
		return g_strndup(text + 2, len - 3);
	return g_strdup(text + 1);
}

char *job_scalar_value(const char *text)
{
	switch (scalar_of(text)) {
	case SCALAR_NULL:
		return g_strdup("");
	case SCALAR_TRUE:
		return g_strdup("true");
	case SCALAR_FALSE:
		return g_strdup("false");
	case SCALAR_SYMBOL:
		return symbol_text(text);
	case SCALAR_INFINITY:
		return g_strdup("Infinity");
	case SCALAR_MINUS_INFINITY:
		return g_strdup("-Infinity");
	case SCALAR_NAN:
		return g_strdup("NaN");
	case SCALAR_SEXAGESIMAL:
		return sexagesimal_text(text);
	case SCALAR_FLOAT:
		return float_text(text);
	case SCALAR_INTEGER:
		return whole_text(text, 10);
	case SCALAR_BINARY:
		return whole_text(text, 2);
	case SCALAR_OCTAL:
		return whole_text(text, 8);
	case SCALAR_HEX:
		return whole_text(text, 16);
	case SCALAR_STRING:
		break;
	}
	return g_strdup(text);
}
