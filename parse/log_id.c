/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/log_id.h"

#include "parse/klog.h"
#include "parse/scan.h"

#define ID_MAX 200

/* ---- kernel messages ---------------------------------------------------------- */

/* What follows says where in memory, not what. */
static struct slice without_offset(struct slice s)
{
	static const char *const ends[] = {"+0x", " (", " [#"};

	for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
		const char *at = slice_find(s, ends[i]);

		if (at && at > s.at)
			s = slice_between(s.at, at);
	}
	return s;
}

/* "[btrfs]" behind the offset; null: none. */
static struct slice module_of(struct slice message)
{
	struct slice rest = message, module;

	if (slice_is_null(scan_before(&rest, "+0x")) || slice_is_null(scan_before(&rest, " [")))
		return SLICE_NULL;
	module = scan_before(&rest, "]");
	return module.len ? (struct slice){module.at - 1, module.len + 2} : SLICE_NULL;
}

/* "CPU: 4 PID: 21377 at fs/x.c:5060 fn", since 6.18 "fs/x.c:5060 at fn, CPU#4: ..." */
static gboolean read_warning(
	struct slice message, struct slice *ret_file, struct slice *ret_function)
{
	struct slice rest = message;
	gboolean old = scan_text(&rest, "WARNING: CPU: ");

	if (old ? slice_is_null(scan_before(&rest, " at ")) : !scan_text(&rest, "WARNING: "))
		return FALSE;
	*ret_file = scan_before(&rest, ":");
	if (slice_is_null(*ret_file) || !memchr(ret_file->at, '/', ret_file->len) ||
		memchr(ret_file->at, ' ', ret_file->len))
		return FALSE;
	while (rest.len && g_ascii_isdigit(rest.at[0]))
		rest = slice_skip(rest, 1);
	scan_blanks(&rest);
	if (!old && !scan_text(&rest, "at "))
		return FALSE;
	*ret_function = without_offset(scan_word(&rest));
	if (slice_ends(*ret_function, ","))
		ret_function->len--;
	return ret_function->len > 0;
}

static char *warning_id(struct slice message)
{
	struct slice file, function, module = module_of(message);

	if (!read_warning(message, &file, &function))
		return NULL;
	return g_strdup_printf("WARNING:at_%.*s:#%.*s%.*s", SLICE_ARG(file), SLICE_ARG(function),
		SLICE_ARG(module));
}

static gboolean is_joint(char c)
{
	return c == ':' || c == ',' || c == '-' || c == '/';
}

/* A blank, or one that stands beside a joint between two blanks or behind ':' and ','. */
static void put_words(GString *id, struct slice s)
{
	struct slice word;

	while ((word = scan_word(&s)).len && id->len + word.len < ID_MAX) {
		char last = id->len ? id->str[id->len - 1] : ':';
		gboolean joint = word.len == 1 && is_joint(word.at[0]);

		if (!joint && !is_joint(last))
			g_string_append_c(id, '_');
		g_string_append_len(id, word.at, (gssize)word.len);
	}
}

/* "in lib/kunit/test.c:457:9", "address: 00000004", "Oops: 0000": numbers are no part of it. */
static void cut_numbers(GString *id)
{
	for (;;) {
		gsize n = id->len;

		while (n && (g_ascii_isxdigit(id->str[n - 1]) || id->str[n - 1] == '!'))
			n--;
		if (!n || n == id->len || id->str[n - 1] != ':' ||
			!strpbrk(id->str + n, "0123456789"))
			break;
		g_string_truncate(id, n - 1);
	}
}

char *log_id_of(struct slice message)
{
	char *warning = warning_id(message);
	g_autoptr(GString) id = NULL;
	struct slice s = without_offset(message);

	if (warning)
		return warning;
	id = g_string_new(NULL);
	if (scan_text(&s, "Oops:"))
		return g_strdup("Oops");
	put_words(id, s);
	cut_numbers(id);
	while (id->len && strchr(":,", id->str[id->len - 1]))
		g_string_truncate(id, id->len - 1);
	return id->len ? g_strndup(id->str, id->len) : NULL;
}

/* ---- test output -------------------------------------------------------------- */

/* "block/024": a group and a number. */
static gboolean is_test_name(struct slice word)
{
	const char *slash = word.len ? memchr(word.at, '/', word.len) : NULL;

	if (!slash || slash == word.at || slash + 1 == word.at + word.len)
		return FALSE;
	for (const char *at = word.at; at < word.at + word.len; at++)
		if (at < slash ? !g_ascii_isalnum(*at) && *at != '-'
			       : at > slash && !g_ascii_isdigit(*at))
			return FALSE;
	return TRUE;
}

/* "block/024 (what it does) [failed]": blktests.block/024.fail, xfstests.generic.475.fail */
static char *failed_test(struct slice line, struct slice suite)
{
	struct slice rest = line, name = scan_word(&rest);
	char *id;

	if (!suite.len || !is_test_name(name) || !slice_find(rest, "[failed"))
		return NULL;
	id = g_strdup_printf("%.*s.%.*s.fail", SLICE_ARG(suite), SLICE_ARG(name));
	if (slice_starts(suite, "xfstests"))
		g_strdelimit(id, "/", '.');
	return id;
}

/* "not ok 3 selftests: net: udpgro.sh # exit=1": kernel-selftests.net.udpgro.sh.fail */
static char *failed_selftest(struct slice line, struct slice suite)
{
	struct slice rest = line, group, name;

	if (!suite.len || !(scan_text(&rest, "# not ok ") || scan_text(&rest, "not ok ")))
		return NULL;
	scan_word(&rest);
	scan_blanks(&rest);
	if (!scan_text(&rest, "selftests: "))
		return NULL;
	group = slice_trim(scan_before(&rest, ": "));
	name = scan_word(&rest);
	if (!group.len || !name.len)
		return NULL;
	return g_strdup_printf(
		"%.*s.%.*s.%.*s.fail", SLICE_ARG(suite), SLICE_ARG(group), SLICE_ARG(name));
}

/* ---- the body ------------------------------------------------------------------- */

static gboolean is_known(const struct records *records, const char *name)
{
	for (guint i = 0; i < records->failures->len; i++)
		if (slice_is(RECORD(records->failures, struct failure, i)->name, name))
			return TRUE;
	return FALSE;
}

static char *id_of_line(struct slice line, struct slice suite)
{
	struct slice message;
	char *id;

	if (log_kind(line, &message))
		return log_id_of(message);
	id = failed_test(line, suite);
	return id ? id : failed_selftest(line, suite);
}

void log_failures_read(struct records *records, const GArray *lines)
{
	for (guint i = 0; i < lines->len && records->failures->len < LOG_FAILURES_MAX; i++) {
		struct slice line = body_own(lines, i);
		g_autofree char *id = line.len && line.len <= LOG_LINE_MAX
					      ? id_of_line(line, records->report.testcase)
					      : NULL;
		struct failure failure = {BODY_LINE(lines, i)->number, SLICE_NULL, {0, 0}};

		if (!id || is_known(records, id))
			continue;
		failure.name = slice_of(g_string_chunk_insert(records->text, id));
		g_array_append_val(records->failures, failure);
	}
}
