/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/mails.h"

#include <math.h>

#define REMEMBERED 256 /* mails that may be answered */
#define DEVELOPERS 200
#define FIRST_DATE 1704153600 /* 2024-01-02 */

/* A mail that may be answered. */
struct sent {
	char id[48];
	char subject[160];
	char references[200]; /* its own; "" when it began a thread */
	gboolean names_robot; /* its answers go to the robot, too */
};

struct mails {
	GRand *rand;
	double robot;
	guint64 bytes, robot_bytes, count;
	struct sent sent[REMEMBERED];
	/* The series at hand. */
	guint patch, patches;
	guint cover;     /* in `sent` */
	guint developer; /* its author */

	struct made_mail mail;
	char name[32], address[48], subject[160];
};

static const char *const words[] = {"sched", "mm", "folio", "writeback", "cgroup", "memory",
	"batching", "charge", "lock", "cache", "page", "fault", "rmap", "swap", "inode", "dentry",
	"journal", "slab", "zone", "node", "latency", "wakeup", "migrate", "balance", "reclaim",
	"flush", "map", "unmap", "table", "walk", "counter", "event", "queue", "limit", "split",
	"the", "of", "and", "to", "is", "that", "this", "when", "which", "before", "we", "it"};
static const char *const stat_groups[] = {"perf-stat.i", "proc-vmstat", "vmstat", "meminfo",
	"numa-vmstat", "sched_debug.cpu", "turbostat", "perf-profile.calltrace.cycles-pp",
	"slabinfo"};

/* ---- words ------------------------------------------------------------------------- */

static guint pick(struct mails *m, guint n)
{
	return g_rand_int(m->rand) % n;
}

static const char *word(struct mails *m)
{
	return words[pick(m, G_N_ELEMENTS(words))];
}

/* Arguments of one call are evaluated in any order: words for it are picked before. */
struct phrase {
	const char *a, *b, *c, *d;
};

static struct phrase phrase(struct mails *m)
{
	struct phrase p;

	p.a = word(m);
	p.b = word(m);
	p.c = word(m);
	p.d = word(m);
	return p;
}

static void add_words(struct mails *m, GString *text, guint n)
{
	while (n--) {
		g_string_append(text, word(m));
		g_string_append_c(text, n ? ' ' : '\n');
	}
}

static void add_digits(struct mails *m, GString *text, guint n, const char *alphabet, guint size)
{
	while (n--)
		g_string_append_c(text, alphabet[pick(m, size)]);
}

static void add_hex(struct mails *m, GString *text, guint n)
{
	add_digits(m, text, n, "0123456789abcdef", 16);
}

/* Lines of a signature's base64. */
static void add_base64(struct mails *m, GString *text, guint lines)
{
	while (lines--) {
		g_string_append(text, "\t ");
		add_digits(m, text, 70,
			"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 64);
		g_string_append_c(text, '\n');
	}
}

static void add_date(GString *text, gint64 date)
{
	g_autoptr(GDateTime) when = g_date_time_new_from_unix_utc(date);
	g_autofree char *shown = g_date_time_format(when, "%a, %d %b %Y %H:%M:%S +0000");

	g_string_append(text, shown);
}

/* ---- headers ----------------------------------------------------------------------- */

/* What relays and signers put on top of a mail: 2 to 4 KB. */
static void add_trace(struct mails *m, GString *text)
{
	g_string_append(text, "Return-Path: <linux-list-owner@list.example.org>\n"
			      "X-Spam-Checker-Version: Checker 3.4 on relay.example.org\n"
			      "X-Spam-Level: \nX-Spam-Status: No, score=-2.8 required=3.0 "
			      "tests=DKIM_SIGNED,DKIM_VALID,MAILING_LIST_MULTI\n");
	for (guint n = 4 + pick(m, 4); n; n--) {
		guint from = pick(m, 90), by = pick(m, 90);

		g_string_append_printf(text,
			"Received: from relay%u.example.org (relay%u.example.org [192.0.2.%u])\n"
			"\tby mx%u.example.org (Postfix) with ESMTPS id ",
			from, from, from, by);
		add_hex(m, text, 12);
		g_string_append(text, "\n\tfor <list@example.org>; ");
		add_date(text, m->mail.date + 10 * (gint64)n);
		g_string_append_c(text, '\n');
	}
	for (guint n = 1 + pick(m, 3); n; n--) {
		g_string_append(text, "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;\n"
				      "\td=example.org; s=default; h=From:To:Cc:Subject:Date;\n"
				      "\tbh=");
		add_digits(m, text, 43, "ABCDEFGHIJKLMNOPabcdefghijklmnop0123456789", 42);
		g_string_append(text, "=; b=\n");
		add_base64(m, text, 5);
	}
}

static void add_list_fields(GString *text)
{
	g_string_append(text, "Precedence: bulk\nX-Mailing-List: list@example.org\n"
			      "List-Id: <list.example.org>\n"
			      "List-Subscribe: <mailto:list+subscribe@example.org>\n"
			      "List-Unsubscribe: <mailto:list+unsubscribe@example.org>\n"
			      "MIME-Version: 1.0\n");
}

static void add_recipients(struct mails *m, GString *text, gboolean names_robot)
{
	g_string_append(text, "To: Subsystem Maintainer <maintainer@example.org>\n"
			      "Cc: <list@example.org>");
	if (names_robot)
		g_string_append(text, ", <oe-lkp@lists.linux.dev>, <lkp@intel.com>");
	for (guint n = 2 + pick(m, 12); n; n--)
		g_string_append_printf(
			text, ",\n\tDeveloper <developer%u@example.org>", pick(m, DEVELOPERS));
	g_string_append_c(text, '\n');
}

/* The header, without the type; and the mail may be answered.  `parent` NULL: a new thread. */
static void add_header(struct mails *m, const struct sent *parent, gboolean names_robot)
{
	GString *text = m->mail.text;
	struct sent sent = {.names_robot = names_robot};

	m->count++;
	m->mail.date += 30 + pick(m, 120);
	g_snprintf(sent.id, sizeof sent.id,
		"%" G_GINT64_FORMAT ".%" G_GUINT64_FORMAT "@example.org", m->mail.date, m->count);
	g_strlcpy(sent.subject, m->subject, sizeof sent.subject);
	add_trace(m, text);
	g_string_append_printf(text, "From: %s <%s>\n", m->name, m->address);
	add_recipients(m, text, names_robot);
	g_string_append_printf(text, "Subject: %s\nDate: ", m->subject);
	add_date(text, m->mail.date);
	g_string_append_printf(text, "\nMessage-ID: <%s>\n", sent.id);
	if (parent) {
		g_snprintf(sent.references, sizeof sent.references, "%.100s%s<%s>",
			parent->references, *parent->references ? "\n\t" : "", parent->id);
		g_string_append_printf(
			text, "In-Reply-To: <%s>\nReferences: %s\n", parent->id, sent.references);
	}
	add_list_fields(text);
	m->sent[m->count % REMEMBERED] = sent;
}

static void be_developer(struct mails *m, guint number)
{
	g_snprintf(m->name, sizeof m->name, "Developer %u", number);
	g_snprintf(m->address, sizeof m->address, "developer%u@example.org", number);
}

/* ---- patches and replies ----------------------------------------------------------- */

static void add_hunk(struct mails *m, GString *text, struct phrase p)
{
	guint at = pick(m, 3000), same = 3 + pick(m, 9), less = pick(m, 9), more = pick(m, 20);

	g_string_append_printf(text, "@@ -%u,%u +%u,%u @@ static int %s_%s(void)\n", at,
		same + less, at, same + more, p.c, p.d);
	for (guint n = same + less + more; n; n--) {
		char sign = n > less + more ? ' ' : n > more ? '-' : '+';

		g_string_append_printf(text, "%c\t", sign);
		add_words(m, text, 3 + pick(m, 7));
	}
}

static void add_diff(struct mails *m, GString *text)
{
	struct phrase p = phrase(m);

	g_string_append_printf(text,
		"diff --git a/%s/%s.c b/%s/%s.c\nindex 0123456789ab..ba9876543210 100644\n"
		"--- a/%s/%s.c\n+++ b/%s/%s.c\n",
		p.a, p.b, p.a, p.b, p.a, p.b, p.a, p.b);
	for (guint hunk = 1 + pick(m, 5); hunk; hunk--)
		add_hunk(m, text, p);
}

static void add_paragraphs(struct mails *m, GString *text, guint lines, const char *quote)
{
	for (; lines; lines--) {
		g_string_append(text, quote);
		add_words(m, text, 6 + pick(m, 8));
	}
	g_string_append_c(text, '\n');
}

static void make_patch(struct mails *m)
{
	GString *text = m->mail.text;
	gboolean is_cover = !m->patch;
	struct phrase p = phrase(m);

	be_developer(m, m->developer);
	g_snprintf(m->subject, sizeof m->subject, "[PATCH %u/%u] %s: %s the %s %s", m->patch,
		m->patches, p.a, p.b, p.c, p.d);
	add_header(m, is_cover ? NULL : &m->sent[m->cover], FALSE);
	if (is_cover)
		m->cover = (guint)(m->count % REMEMBERED);
	g_string_append(text, "Content-Type: text/plain; charset=\"utf-8\"\n"
			      "Content-Transfer-Encoding: 8bit\n\n");
	add_paragraphs(m, text, 4 + pick(m, 20), "");
	if (!is_cover && !pick(m, 60)) /* one mail in a hundred has it */
		g_string_append(text, "Reported-by: kernel test robot <lkp@intel.com>\n");
	g_string_append_printf(text, "Signed-off-by: %s <%s>\n---\n", m->name, m->address);
	for (guint n = is_cover ? 0 : 1 + pick(m, 3); n; n--)
		add_diff(m, text);
	g_string_append(text, "-- \n2.43.0\n\n");
	m->patch++;
}

static void make_reply(struct mails *m)
{
	GString *text = m->mail.text;
	struct sent parent = m->sent[pick(m, (guint)MIN(m->count, REMEMBERED - 1)) + 1];
	gboolean names_robot = parent.names_robot && pick(m, 4);

	be_developer(m, pick(m, DEVELOPERS));
	g_snprintf(m->subject, sizeof m->subject, "%s%.150s",
		g_str_has_prefix(parent.subject, "Re: ") ? "" : "Re: ", parent.subject);
	add_header(m, *parent.id ? &parent : NULL, names_robot);
	g_string_append(text, "Content-Type: text/plain; charset=us-ascii\n\n");
	for (guint n = 1 + pick(m, 6); n; n--) {
		add_paragraphs(m, text, 1 + pick(m, 25), pick(m, 3) ? "> " : "> > ");
		add_paragraphs(m, text, 1 + pick(m, 6), "");
	}
}

/* ---- reports ----------------------------------------------------------------------- */

/* As LKP prints means: two decimals, whole numbers, four digits. */
static void add_mean(GString *text, double value)
{
	g_string_append_printf(text,
		value < 1000  ? "%10.2f"
		: value < 1e8 ? "%10.0f"
			      : "%10.3e",
		value < 1000 || value >= 1e8 ? value : floor(value));
}

static void add_spread(struct mails *m, GString *text)
{
	if (pick(m, 3))
		g_string_append_printf(text, " \261 %2u%%", 1 + pick(m, 30));
	else
		g_string_append(text, "      ");
}

static void add_row(struct mails *m, GString *text, double base, double percent)
{
	add_mean(text, base);
	add_spread(m, text);
	g_string_append_printf(text, "  %+10.1f%%  ", percent);
	add_mean(text, base * (1 + percent / 100));
	add_spread(m, text);
}

static void add_table(struct mails *m, GString *text, double percent)
{
	add_row(m, text, 1000000, -percent);
	g_string_append(text, "  vm-scalability.throughput\n");
	for (guint n = 100 + pick(m, 1000); n; n--) {
		add_row(m, text, (1 + pick(m, 10000)) * pow(10, pick(m, 6)) / 7,
			((double)pick(m, 4000) - 990) / 10);
		const char *group = stat_groups[pick(m, G_N_ELEMENTS(stat_groups))];
		struct phrase p = phrase(m);

		g_string_append_printf(text, "  %s.%s_%s\n", group, p.a, p.b);
	}
}

static void make_report(struct mails *m)
{
	GString *text = m->mail.text;
	struct phrase p = phrase(m);
	g_autoptr(GString) commit = g_string_new(NULL), parent = g_string_new(NULL);
	g_autofree char *title = g_strdup_printf("%s: %s the %s", p.a, p.b, p.c);
	double percent = 1 + pick(m, 500) / 10.;

	add_hex(m, commit, 40);
	add_hex(m, parent, 40);
	g_strlcpy(m->name, "kernel test robot", sizeof m->name);
	g_strlcpy(m->address, "lkp@intel.com", sizeof m->address);
	g_snprintf(m->subject, sizeof m->subject,
		"[linus:master] [%s]  %.10s:  vm-scalability.throughput -%.1f%% regression", title,
		commit->str, percent);
	add_header(m, NULL, TRUE);
	g_string_append_printf(text,
		"Content-Type: text/plain; charset=\"iso-8859-1\"\n"
		"Content-Transfer-Encoding: 8bit\n\n\n\nHello,\n\n"
		"kernel test robot noticed a -%.1f%% regression of vm-scalability.throughput "
		"on:\n\n\n"
		"commit: %s (\"%s\")\n"
		"https://git.kernel.org/cgit/linux/kernel/git/torvalds/linux.git master\n\n"
		"testcase: vm-scalability\ntest machine: 96 threads 2 sockets with 128G memory\n"
		"parameters:\n\n\truntime: 300s\n\ttest: anon-w-seq\n"
		"\tcpufreq_governor: performance\n\n\n"
		"=================================================================================="
		"=======\n"
		"compiler/cpufreq_governor/kconfig/rootfs/runtime/tbox_group/test/testcase:\n"
		"  gcc-12/performance/x86_64-rhel-8.3/debian-12-x86_64-20240206.cgz/300s/"
		"lkp-icl-2sp1/anon-w-seq/vm-scalability\n\ncommit: \n"
		"  %.10s (\"%s: %s\")\n  %.10s (\"%s\")\n\n%.16s %.27s \n"
		"---------------- --------------------------- \n"
		"         %%stddev     %%change         %%stddev\n"
		"             \\          |                \\  \n",
		percent, commit->str, title, parent->str, p.d, p.a, commit->str, title, parent->str,
		commit->str);
	add_table(m, text, percent);
	g_string_append(text, "\n\n\n-- \n0-DAY CI Kernel Test Service\n\n");
}

/* ---- all --------------------------------------------------------------------------- */

struct mails *mails_new(guint32 seed, double robot)
{
	struct mails *m = g_new0(struct mails, 1);

	m->rand = g_rand_new_with_seed(seed);
	m->robot = robot;
	m->mail = (struct made_mail){
		g_string_new(NULL), FALSE, m->name, m->address, m->subject, FIRST_DATE};
	return m;
}

void mails_free(struct mails *m)
{
	g_rand_free(m->rand);
	g_string_free(m->mail.text, TRUE);
	g_free(m);
}

static void begin_series(struct mails *m)
{
	m->developer = pick(m, DEVELOPERS);
	m->patch = 0;
	m->patches = 1 + pick(m, 12);
}

const struct made_mail *mails_next(struct mails *m)
{
	g_string_truncate(m->mail.text, 0);
	m->mail.is_report = m->robot > 0 && (double)m->robot_bytes <= (double)m->bytes * m->robot;
	if (m->mail.is_report) {
		make_report(m);
	} else if (m->count && pick(m, 2)) {
		make_reply(m);
	} else {
		if (m->patch > m->patches || !m->patches)
			begin_series(m);
		make_patch(m);
	}
	m->bytes += m->mail.text->len;
	m->robot_bytes += m->mail.is_report ? m->mail.text->len : 0;
	return &m->mail;
}
