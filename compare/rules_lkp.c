/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A checkout of lkp-tests.  Of its files these forms are read:
 *   lists   a pattern or name a line, as it stands; empty lines and "#..." are none
 *   *.yaml  "pattern: number" a line, the pattern plain or in single quotes; besides
 *           "---", comments and empty lines.  (YAML has more; these files do not.)
 *   heads   of programs: "# - name" or "# = name" up to the first empty line
 */
#include "compare/rules_make.h"

#include "base/literal.h"

enum form {
	FORM_LIST,
	FORM_YAML,
	FORM_CASES,
};

static const struct source {
	const char *name;
	enum form form;
	int what; /* enum rule_list or enum case_table */
} sources[] = {
	{"etc/index-perf-all.yaml", FORM_YAML, RULE_KPI},
	{"etc/index-latency-all.yaml", FORM_YAML, RULE_LATENCY},
	{"etc/failure", FORM_LIST, RULE_FAILED},
	{"etc/pass", FORM_LIST, RULE_PASSED},
	{"etc/stat-denylist", FORM_LIST, RULE_HIDE},
	{"etc/stat-allowlist", FORM_LIST, RULE_UNHIDE},
	{"etc/report-allowlist", FORM_LIST, RULE_REPORT},
	{"etc/perf-metrics-patterns", FORM_LIST, RULE_FINE},
	{"etc/perf-metrics-prefixes", FORM_LIST, RULE_FINE_PREFIX},
	{"etc/perf-metrics-threshold.yaml", FORM_YAML, RULE_FLOOR},
	{"etc/event-counter-patterns", FORM_LIST, RULE_GROWTH},
	{"etc/event-counter-prefixes", FORM_LIST, RULE_GROWTH_PREFIX},
	{"etc/independent-counter-prefixes", FORM_LIST, RULE_SUM_PREFIX},
	{"etc/ignore-part-prefixes", FORM_LIST, RULE_UNCUT_PREFIX},
	{"etc/add-max-latency", FORM_LIST, RULE_MAX},
	{"etc/linux-perf-test-cases", FORM_CASES, CASES_SPEED},
	{"etc/linux-test-cases", FORM_CASES, CASES_FUNCTION},
	{"etc/other-test-cases", FORM_CASES, CASES_OTHER},
};

/* What lkp-tests has in its code, not in its files. */
static const char *const set_aside[] = {"vm-scalability.stddev", "unixbench.incomplete_result"};
static const char *const job_options[] = {
	"nr_instances", "cpu_node_bind", "mem_node_bind", "cluster"};

const char *rules_lkp_file(guint i)
{
	return i < G_N_ELEMENTS(sources) ? sources[i].name : NULL;
}

/* ---- lists ---------------------------------------------------------------------- */

/* `pattern: -1`, the last colon of the line deciding. */
static gboolean add_yaml(struct rules_draft *draft, int list, struct slice line,
	const struct rules_place *place, GError **error)
{
	struct slice pattern = line, number;
	double value;

	while (pattern.len && pattern.at[pattern.len - 1] != ':')
		pattern.len--;
	number = slice_trim(slice_skip(line, pattern.len));
	if (!pattern.len || !literal_read(number, &value))
		return rules_refuse(place, error, "not of the form \"pattern: number\"");
	pattern.len--;
	pattern = slice_trim(pattern);
	if (pattern.len >= 2 && slice_starts(pattern, "'") && slice_ends(pattern, "'"))
		pattern = (struct slice){pattern.at + 1, pattern.len - 2};
	return rules_draft_add(draft, (enum rule_list)list, pattern, value,
		!memchr(number.at, '.', number.len), place, error);
}

static gboolean add_line(struct rules_draft *draft, const struct source *source, struct slice line,
	const struct rules_place *place, GError **error)
{
	struct slice text = slice_trim(line);

	if (!text.len || slice_starts(line, "#"))
		return TRUE;
	switch (source->form) {
	case FORM_YAML:
		return slice_is(text, "---") || add_yaml(draft, source->what, text, place, error);
	case FORM_CASES:
		return rules_draft_add_case(
			draft, (enum case_table)source->what, text, place, error);
	default:
		return rules_draft_add(
			draft, (enum rule_list)source->what, line, 0, FALSE, place, error);
	}
}

static const struct rules_file *file_of(const struct rules_file *files, guint n, const char *name)
{
	for (guint i = 0; i < n; i++)
		if (!strcmp(files[i].name, name))
			return &files[i];
	return NULL;
}

static gboolean read_source(struct rules_draft *draft, const struct source *source,
	const struct rules_file *file, GError **error)
{
	struct rules_place place = {source->name, 0};
	struct slice line, rest;

	if (!file) {
		g_set_error(error, RULES_ERROR, RULES_ERROR_MISSING,
			"%s is missing; is this a checkout of lkp-tests?", source->name);
		return FALSE;
	}
	rest = file->bytes;
	if (rest.len > RULES_TEXT_MAX)
		return rules_refuse(&place, error, "the file is too large");
	while (slice_next_line(&rest, &line)) {
		place.line++;
		if (!add_line(draft, source, line, &place, error))
			return FALSE;
	}
	return TRUE;
}

/* ---- programs ---------------------------------------------------------------------- */

/* programs/NAME/FILE: what FILE makes of NAME; 0 for any other file. */
static guint kind_of(const char *path, struct slice *ret_name, struct slice *ret_file)
{
	static const struct {
		const char *file;
		guint kind;
	} kinds[] = {{"run", PROGRAM_TEST}, {"daemon", PROGRAM_DAEMON}, {"setup", PROGRAM_SETUP},
		{"parse", PROGRAM_PARSER}};
	struct slice rest = slice_of(path);

	if (!slice_starts(rest, "programs/"))
		return 0;
	rest = slice_skip(rest, strlen("programs/"));

	const char *slash = memchr(rest.at, '/', rest.len);
	if (!slash || slash == rest.at)
		return 0;
	*ret_name = slice_between(rest.at, slash);
	*ret_file = slice_skip(rest, ret_name->len + 1);
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
		if (slice_is(*ret_file, kinds[i].file))
			return kinds[i].kind;
	return slice_ends(*ret_file, "monitor") && !memchr(ret_file->at, '/', ret_file->len)
		       ? PROGRAM_MONITOR
		       : 0;
}

gboolean rules_lkp_is_program_file(const char *name)
{
	struct slice program, file;

	return kind_of(name, &program, &file) != 0;
}

/* A line with more behind the name ("# - x (dontshow)") declares nothing. */
static gboolean is_option(struct slice line, struct slice *ret_option)
{
	if (!slice_starts(line, "# - ") && !slice_starts(line, "# = "))
		return FALSE;
	*ret_option = slice_trim(slice_skip(line, strlen("# - ")));
	return ret_option->len && !memchr(ret_option->at, ' ', ret_option->len);
}

static gboolean read_head(struct rules_draft *draft, struct slice program,
	const struct rules_file *file, GError **error)
{
	struct rules_place place = {file->name, 0};
	struct slice rest = file->bytes, line, option;

	while (slice_next_line(&rest, &line) && line.len) {
		place.line++;
		if (is_option(line, &option) &&
			!rules_draft_add_option(draft, program, option, &place, error))
			return FALSE;
	}
	return TRUE;
}

/* Of the heads of one program only one counts, even when it declares nothing. */
static gboolean read_heads(struct rules_draft *draft, const struct rules_file *files, guint n,
	const char *which, GHashTable *headed, GError **error)
{
	struct slice program, file;

	for (guint i = 0; i < n; i++) {
		if (!kind_of(files[i].name, &program, &file) || !slice_is(file, which))
			continue;
		if (g_hash_table_add(headed, slice_dup(program)) &&
			!read_head(draft, program, &files[i], error))
			return FALSE;
	}
	return TRUE;
}

static gboolean read_programs(
	struct rules_draft *draft, const struct rules_file *files, guint n, GError **error)
{
	g_autoptr(GHashTable) headed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	struct slice program, file;

	for (guint i = 0; i < n; i++) {
		struct rules_place place = {files[i].name, 0};
		guint kind = kind_of(files[i].name, &program, &file);

		if (kind && !rules_draft_add_program(draft, program, kind, &place, error))
			return FALSE;
	}
	return read_heads(draft, files, n, "daemon", headed, error) &&
	       read_heads(draft, files, n, "run", headed, error) &&
	       read_heads(draft, files, n, "setup", headed, error);
}

/* ---- all ----------------------------------------------------------------------------- */

static gboolean add_own(struct rules_draft *draft, GError **error)
{
	static const struct rules_place here = {"lkp-tests", 0};

	for (guint i = 0; i < G_N_ELEMENTS(set_aside); i++)
		if (!rules_draft_add(
			    draft, RULE_ASIDE, slice_of(set_aside[i]), 0, FALSE, &here, error))
			return FALSE;
	for (guint i = 0; i < G_N_ELEMENTS(job_options); i++)
		if (!rules_draft_add_option(
			    draft, SLICE_LIT("*"), slice_of(job_options[i]), &here, error))
			return FALSE;
	return TRUE;
}

static int compare_files(gconstpointer a, gconstpointer b)
{
	const struct rules_file *x = *(const struct rules_file *const *)a;
	const struct rules_file *y = *(const struct rules_file *const *)b;

	return strcmp(x->name, y->name);
}

/* Of all names and bytes, in whatever order the files were found. */
static char *fingerprint(const struct rules_file *files, guint n)
{
	g_autoptr(GPtrArray) sorted = g_ptr_array_new();
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);

	for (guint i = 0; i < n; i++)
		g_ptr_array_add(sorted, (gpointer)&files[i]);
	g_ptr_array_sort(sorted, compare_files);
	for (guint i = 0; i < n; i++) {
		const struct rules_file *file = sorted->pdata[i];
		guint64 size = GUINT64_TO_BE(file->bytes.len);

		g_checksum_update(sum, (const guchar *)file->name, (gssize)strlen(file->name) + 1);
		g_checksum_update(sum, (const guchar *)&size, sizeof size);
		g_checksum_update(sum, (const guchar *)file->bytes.at, (gssize)file->bytes.len);
	}
	return g_strdup(g_checksum_get_string(sum));
}

struct rules *rules_read_lkp(const struct rules_file *files, guint n, GError **error)
{
	struct rules_draft *draft = rules_draft_new();
	gboolean done = add_own(draft, error);

	for (guint i = 0; done && i < G_N_ELEMENTS(sources); i++)
		done = read_source(draft, &sources[i], file_of(files, n, sources[i].name), error);
	if (done && read_programs(draft, files, n, error))
		return rules_draft_finish(draft, fingerprint(files, n), error);
	rules_draft_free(draft);
	return NULL;
}
