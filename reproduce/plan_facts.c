/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the machine has and lacks, and how far it is another one than the reported. */
#include "reproduce/plan_parts.h"

#include "base/literal.h"
#include "reproduce/job_value.h"

#include <gio/gio.h>

#define GIB ((guint64)1 << 30)

struct plan_fact *plan_add_fact(
	struct plan *plan, const char *what, const char *reported, const char *here, enum fit fit)
{
	struct plan_fact *fact = g_new0(struct plan_fact, 1);

	*fact = (struct plan_fact){what, g_strdup(reported), g_strdup(here), fit, NULL};
	g_ptr_array_add(plan->facts, fact);
	return fact;
}

/* ---- processor ------------------------------------------------------------------------------ */

/* "96 threads 2 sockets ...": 96. */
static char *threads_of(const char *machine)
{
	const char *end = machine ? strstr(machine, " threads") : NULL;
	const char *start = end;

	while (start && start > machine && g_ascii_isdigit(start[-1]))
		start--;
	return end && start < end ? g_strndup(start, (gsize)(end - start)) : NULL;
}

static gboolean is_unit(const char *word)
{
	gsize digits = strspn(word, "0123456789");

	return !strcmp(word + digits, "G") || !strcmp(word + digits, "GB") ||
	       !strcmp(word + digits, "T") || !strcmp(word + digits, "M");
}

/* "i7-5960X", "E5-2697", "8260L": what names a processor among the words about a machine. */
static char *processor_of(const char *machine)
{
	g_auto(GStrv) words = g_strsplit_set(machine ? machine : "", " ()@,:", 0);

	for (char **word = words; *word; word++) {
		guint digits = 0;

		for (const char *at = *word; *at; at++)
			digits += g_ascii_isdigit(*at);
		if (digits < 3 || strchr(*word, '.') || is_unit(*word))
			continue;
		if (word[1] && (!strcmp(word[1], "threads") || !strcmp(word[1], "cores")))
			continue;
		if (strspn(*word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				  "0123456789-+") == strlen(*word) &&
			word != words) /* the first word is the machine's own name */
			return g_strdup(*word);
	}
	return NULL;
}

static gboolean has_word(const char *text, const char *word)
{
	g_auto(GStrv) words = g_strsplit_set(text, " ()@,", 0);

	return g_strv_contains((const char *const *)words, word);
}

static void add_processor(struct plan *plan)
{
	const struct machine *machine = plan->machine;
	g_autofree char *name = processor_of(plan->reported->machine);
	const char *model = reported_value(plan->reported, "model");
	enum fit fit = !name || !machine->model         ? FIT_UNKNOWN
		       : has_word(machine->model, name) ? FIT_SAME
							: FIT_DIFFERS;
	g_autofree char *said = name && model ? g_strdup_printf("%s, %s", model, name) : NULL;

	plan_add_fact(plan, "cpu model", said ? said : name ? name : model, machine->model, fit);
}

static void add_cpus(struct plan *plan)
{
	const char *told = reported_value(plan->reported, "nr_cpu");
	g_autofree char *threads = told ? g_strdup(told) : threads_of(plan->reported->machine);
	g_autofree char *here =
		plan->machine->nr_cpu ? g_strdup_printf("%u", plan->machine->nr_cpu) : NULL;
	guint64 wanted = 0;
	enum fit fit = FIT_UNKNOWN;

	if (here && threads && literal_count(slice_of(threads), &wanted))
		fit = wanted == plan->machine->nr_cpu  ? FIT_SAME
		      : wanted > plan->machine->nr_cpu ? FIT_LACKS
						       : FIT_DIFFERS;
	plan_add_fact(plan, "cpus", threads, here, fit);
}

/* What the kernel keeps for itself is not counted as memory. */
static enum fit fit_of_memory(guint64 wanted, guint64 here)
{
	if (here < wanted - wanted / 8)
		return FIT_LACKS;
	return here > wanted + wanted / 8 ? FIT_DIFFERS : FIT_SAME;
}

/* "... with 256G memory": 256G. */
static char *memory_of(const char *machine)
{
	const char *end = machine ? strstr(machine, " memory") : NULL;
	const char *start = end;

	while (start && start > machine && g_ascii_isalnum(start[-1]))
		start--;
	return end && start < end ? g_strndup(start, (gsize)(end - start)) : NULL;
}

static void add_memory(struct plan *plan)
{
	const char *of_job = reported_value(plan->reported, "memory");
	g_autofree char *told = of_job ? g_strdup(of_job) : memory_of(plan->reported->machine);
	guint64 here = plan->machine->memory, wanted;
	g_autofree char *text = here ? g_strdup_printf("%.1fG", (double)here / GIB) : NULL;
	enum fit fit = FIT_UNKNOWN;

	if (told && here && job_value_bytes(told, &wanted))
		fit = fit_of_memory(wanted, here);
	plan_add_fact(plan, "memory", told, text, fit);
}

static void add_same_or_not(struct plan *plan, const char *what, const char *told, const char *here)
{
	enum fit fit = !told || !here ? FIT_UNKNOWN : strcmp(told, here) ? FIT_DIFFERS : FIT_SAME;

	plan_add_fact(plan, what, told, here, fit);
}

/* ---- kernel ---------------------------------------------------------------------------------- */

static void add_config(struct plan *plan)
{
	const struct machine *machine = plan->machine;
	const char *sha256 = plan->reported->config_sha256;
	enum fit fit = FIT_UNKNOWN;
	struct plan_fact *fact;

	if (machine->config && sha256) {
		g_autofree char *here =
			g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, machine->config);

		fit = strcmp(here, sha256) ? FIT_DIFFERS : FIT_SAME;
	}
	fact = plan_add_fact(plan, "kernel config", plan->reported->kconfig,
		machine->config ? machine->config_path : NULL, fit);
	if (machine->config && !sha256)
		fact->note = g_strdup("the reported one is not attached");
}

/* "CONFIG_X=y", "CONFIG_X", "- CONFIG_X ~ \">= v5.0\"". */
static void add_symbol(struct plan *plan, const char *text)
{
	gsize len = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
	g_autofree char *symbol = g_strndup(text, len);
	g_autofree char *here = NULL;
	const char *wanted = text[len] == '=' ? text + len + 1 : NULL;
	enum fit fit = FIT_UNKNOWN;

	if (!g_str_has_prefix(symbol, "CONFIG_"))
		return;
	here = machine_config(plan->machine, symbol);
	if (plan->machine->config && wanted && !strcmp(wanted, "n"))
		fit = here ? FIT_DIFFERS : FIT_SAME;
	else if (plan->machine->config)
		fit = !here ? FIT_LACKS : wanted && strcmp(wanted, here) ? FIT_DIFFERS : FIT_SAME;
	struct plan_fact *fact = plan_add_fact(plan, "config symbol", text, here, fit);
	if (plan->machine->config && !here)
		fact->here = g_strdup("not set");
}

static void add_symbols(struct plan *plan)
{
	const char *list = reported_value(plan->reported, "need_kconfig");
	g_auto(GStrv) words = g_strsplit_set(list ? list : "", "[]\", ", 0);

	for (char **word = words; *word; word++)
		if (**word)
			add_symbol(plan, *word);
}

/* ---- what is wanted -------------------------------------------------------------------------- */

static void add_program(struct plan *plan, const char *program, const char *path,
	const char *package, const char *folder)
{
	struct plan_fact *fact =
		plan_add_fact(plan, "program", program, path, path ? FIT_SAME : FIT_LACKS);

	if (path)
		return;
	if (package)
		fact->note = g_strdup_printf("Debian's package %s has it", package);
	else if (folder)
		fact->note = g_strdup_printf("looked for in %s; no package has it", folder);
}

static void add_programs(struct plan *plan)
{
	const struct benchmark *benchmark = plan->benchmark;
	g_autofree char *sandbox = machine_program(plan->machine, NULL, "bwrap");

	if (benchmark)
		add_program(plan, benchmark->program, plan->program_path, benchmark->package,
			benchmark->folder);
	add_program(plan, "bwrap", sandbox, "bubblewrap", NULL);
}

/*
 * What the job tells its test, and the command does not say: a benchmark that is run without it
 * is another one.  Those of "fio-setup-basic" are the test's, too.
 */
static void add_parameters(struct plan *plan)
{
	const struct benchmark *benchmark = plan->benchmark;
	g_autofree char *setup =
		benchmark ? g_strconcat(benchmark->prefix, "-setup-basic", NULL) : NULL;

	for (guint i = 0; benchmark && i < plan->reported->fields->len; i++) {
		const struct reported_field *field = plan->reported->fields->pdata[i];

		if (!field->parent || benchmark_knows(benchmark, field->name) ||
			(strcmp(field->parent, benchmark->testcase) &&
				strcmp(field->parent, setup)))
			continue;
		g_autofree char *told = g_strdup_printf("%s %s", field->name, field->value);
		plan_add_fact(plan, "parameter", told, NULL, FIT_LACKS)->note =
			g_strdup("our command does not say it");
	}
}

static char *names_of_disks(const struct machine *machine)
{
	g_autoptr(GString) names = g_string_new(NULL);

	for (guint i = 0; i < machine->disks->len; i++) {
		const struct machine_disk *disk = machine->disks->pdata[i];

		g_string_append_printf(names, "%s%s (%s, %.1fG)", i ? ", " : "", disk->name,
			disk->is_rotating ? "rotating" : "solid", (double)disk->bytes / GIB);
	}
	return names->len ? g_strdup(names->str) : NULL;
}

static void add_disks(struct plan *plan)
{
	static const char *const keys[] = {"disk", "hdd_partitions", "ssd_partitions",
		"nr_hdd_partitions", "nr_ssd_partitions", "pmem_partitions"};
	g_autofree char *here = names_of_disks(plan->machine);
	gboolean wants_disk = FALSE;

	for (guint i = 0; i < G_N_ELEMENTS(keys); i++) {
		const char *wanted = reported_value(plan->reported, keys[i]);

		if (!wanted || wants_disk)
			continue;
		wants_disk = TRUE;
		plan_add_fact(plan, "disk", wanted, here, here ? FIT_UNKNOWN : FIT_LACKS);
	}
}

static void add_governor(struct plan *plan)
{
	const struct knob *knob = knob_by_name("cpufreq_governor");
	g_autoptr(GPtrArray) paths = knob_paths(knob, plan->machine);
	g_autofree char *here = paths->len ? knob_now(plan->machine, paths->pdata[0]) : NULL;
	const char *told = reported_value(plan->reported, knob->name);

	for (guint i = 1; here && i < paths->len; i++) {
		g_autofree char *other = knob_now(plan->machine, paths->pdata[i]);

		if (other && strcmp(here, other)) {
			g_free(here);
			here = g_strdup("not the same of all CPUs");
		}
	}
	plan_add_fact(plan, "governor", told, here,
		!told                ? FIT_UNKNOWN
		: !here              ? FIT_LACKS
		: strcmp(told, here) ? FIT_DIFFERS
				     : FIT_SAME);
}

static void add_root(struct plan *plan)
{
	gboolean here = plan->machine->is_root;

	if (plan->counts[STEP_SET] + plan->counts[STEP_MAKE])
		plan_add_fact(plan, "root",
			plan->counts[STEP_MAKE] ? "for the changes" : "for the settings",
			here ? "yes" : "no", here ? FIT_SAME : FIT_LACKS);
}

void plan_add_facts(struct plan *plan)
{
	add_processor(plan);
	add_cpus(plan);
	add_memory(plan);
	add_same_or_not(plan, "microcode", reported_value(plan->reported, "ucode"),
		plan->machine->microcode);
	add_governor(plan);
	add_config(plan);
	add_symbols(plan);
	add_disks(plan);
	add_programs(plan);
	add_parameters(plan);
	add_root(plan);
}
