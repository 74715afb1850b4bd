/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernel logs: unpacked, and reduced to their first findings. */
#include "parse/klog.h"
#include "ingest/mime.h"
#include "ingest/unpack.h"
#include "tests/unit/mail-text.h"

#include <lzma.h>

static char *findings_text(const struct records *records)
{
	GString *out = g_string_new(NULL);

	for (guint i = 0; i < records->findings->len; i++) {
		const struct log_finding *f = RECORD(records->findings, struct log_finding, i);

		g_string_append_printf(
			out, "%u:%u %s %.*s\n", f->part, f->line, f->kind, SLICE_ARG(f->text));
	}
	return g_string_free(out, FALSE);
}

static const char dmesg[] =
	"[    0.000000][    T0] Linux version 5.18.0\n"
	"[    0.000000] Command line: softlockup_panic=1 BUG: panic=-1\n"
	"[   40.054793][    T1] BUG: KASAN: out-of-bounds in f+0x34c/0x40f\n"
	"kern  :warn  : [   41.1] WARNING: CPU: 1 PID: 1 at mm/x.c:1 f+0x1/0x2\n"
	"[   42.0] WARNING: possible circular locking dependency detected\n"
	"BUG: unable to handle page fault for address: 0\n"
	"[   43.0][T21377] Oops: 0000 [#1] SMP\n"
	"[   44.0] INFO: task x:1 blocked for more than 120 seconds.\n"
	"[   45.0][    T1] BUG: KASAN: out-of-bounds in f+0x34c/0x40f\n"
	"[   46.0] Kernel panic - not syncing: Fatal exception\n";

static const char wanted[] = "1:3 kasan BUG: KASAN: out-of-bounds in f+0x34c/0x40f\n"
			     "1:4 warning WARNING: CPU: 1 PID: 1 at mm/x.c:1 f+0x1/0x2\n"
			     "1:5 lockdep WARNING: possible circular locking dependency detected\n"
			     "1:6 bug BUG: unable to handle page fault for address: 0\n"
			     "1:7 oops Oops: 0000 [#1] SMP\n"
			     "1:8 hung-task INFO: task x:1 blocked for more than 120 seconds.\n"
			     "1:10 panic Kernel panic - not syncing: Fatal exception\n";

static void first_findings(void)
{
	struct mail *mail = mail_from_robot("x");

	mail_add_text(mail, "dmesg", dmesg, strlen(dmesg));
	g_auto(parsed) p = parsed_of(mail);
	g_autofree char *got = findings_text(p.records);
	g_assert_cmpstr(got, ==, wanted);
}

static void no_more_than_the_first(void)
{
	g_autoptr(GString) log = g_string_new(NULL);
	struct mail *mail = mail_from_robot("x");

	for (guint i = 0; i < 3 * LOG_FINDINGS_MAX; i++)
		g_string_append_printf(log, "[ 1.0] BUG: number %u\n[ 1.0] BUG: again\n", i);
	mail_add_text(mail, "kmsg", log->str, log->len);
	g_auto(parsed) p = parsed_of(mail);
	g_assert_cmpuint(p.records->findings->len, ==, LOG_FINDINGS_MAX);
}

static GBytes *xz_of(const char *text, gsize len)
{
	gsize size = lzma_stream_buffer_bound(len), used = 0;
	guint8 *packed = g_malloc(size);

	g_assert_cmpint(lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, NULL, (const guint8 *)text,
				len, packed, &used, size),
		==, LZMA_OK);
	return g_bytes_new_take(packed, used);
}

static struct slice bytes_slice(GBytes *bytes)
{
	gsize len;
	const char *at = g_bytes_get_data(bytes, &len);

	return (struct slice){at, len};
}

/* A mail whose only part is dmesg.xz. */
static char *mail_with(struct slice packed)
{
	g_autofree char *base64 = g_base64_encode((const guchar *)packed.at, packed.len);

	return g_strdup_printf("From: kernel test robot <robot@example.org>\n"
			       "Message-ID: <1@example.org>\nSubject: x\nMIME-Version: 1.0\n"
			       "Content-Type: application/x-xz\n"
			       "Content-Disposition: attachment; filename=\"dmesg.xz\"\n"
			       "Content-Transfer-Encoding: base64\n\n%s\n",
		base64);
}

static char *findings_of_mail(struct slice packed, GPtrArray *diags)
{
	struct origin origin = {"test", 0, NULL, 0, 0};
	struct diag_sink sink = diag_list_sink(diags);
	g_autofree char *raw = mail_with(packed);
	struct mail *mail = mime_read(slice_of(raw), &origin, &sink);
	struct records *records = parse_mail(mail, &sink);
	char *text = findings_text(records);

	records_free(records);
	mail_free(mail);
	return text;
}

static guint unreadable(const GPtrArray *diags)
{
	guint n = 0;

	for (guint i = 0; i < diags->len; i++)
		n += ((const struct diag *)diags->pdata[i])->id == DIAG_LOG_UNREADABLE;
	return n;
}

static void compressed(void)
{
	g_autoptr(GBytes) packed = xz_of(dmesg, strlen(dmesg));
	g_autoptr(GPtrArray) diags = diag_list_new();
	g_autofree char *got = findings_of_mail(bytes_slice(packed), diags);

	g_assert_cmpstr(got, ==, wanted);
	g_assert_cmpuint(unreadable(diags), ==, 0);
}

/* Cut anywhere, or with any byte changed: what precedes the damage, and no harm. */
static void damaged(void)
{
	g_autoptr(GBytes) packed = xz_of(dmesg, strlen(dmesg));
	struct slice whole = bytes_slice(packed);

	for (gsize at = 0; at < whole.len; at += 7) {
		g_autoptr(GPtrArray) diags = diag_list_new();
		g_autofree char *changed = g_memdup2(whole.at, whole.len);
		g_autofree char *cut = findings_of_mail((struct slice){whole.at, at}, diags);

		changed[at] ^= 0x55;
		g_autofree char *got = findings_of_mail((struct slice){changed, whole.len}, diags);
		g_assert_true(at < 12 || unreadable(diags) > 0);
	}
}

static void no_more_than_is_read(void)
{
	g_autofree char *zeros = g_malloc0(1 << 20);
	g_autoptr(GBytes) packed = xz_of(zeros, 1 << 20);
	struct unpacked result = unpack(bytes_slice(packed), 1000);

	g_assert_cmpuint(result.len, ==, 1000);
	g_assert_cmpstr(result.damage, ==, "it unpacks to more than is read");
	g_free(result.bytes);
	g_assert_null(unpack(SLICE_LIT("plain"), 1000).bytes);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	mime_init();
	g_test_add_func("/klog/first-findings", first_findings);
	g_test_add_func("/klog/no-more-than-the-first", no_more_than_the_first);
	g_test_add_func("/klog/compressed", compressed);
	g_test_add_func("/klog/damaged", damaged);
	g_test_add_func("/klog/no-more-than-is-read", no_more_than_is_read);
	return g_test_run();
}
