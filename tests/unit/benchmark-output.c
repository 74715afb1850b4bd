/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What benchmarks print becomes LKP's stats. */
#include "reproduce/benchmark.h"

#include <math.h>
#include <string.h>

#define ROUNDS 2000

static const char *value_of(const char *name, void *data)
{
	const char *const *at = data;

	for (; at && *at; at += 2)
		if (!strcmp(at[0], name))
			return at[1];
	return NULL;
}

/* "name=value" joined, or "!" and why there are none. */
static char *stats_of(const char *testcase, const char *const *fields, const char *output)
{
	struct benchmarks *all = benchmarks_builtin();
	g_autofree char *why = NULL;
	g_autoptr(GArray) stats = benchmark_stats(
		benchmark_find(all, testcase), value_of, (void *)fields, slice_of(output), &why);
	g_autoptr(GString) text = g_string_new(NULL);

	g_assert_true(!stats == (why != NULL));
	for (guint i = 0; stats && i < stats->len; i++) {
		const struct benchmark_stat *stat = &g_array_index(stats, struct benchmark_stat, i);

		g_string_append_printf(text, "%s%s=%.8g", i ? " " : "", stat->name, stat->value);
	}
	benchmarks_free(all);
	return stats ? g_strdup(text->str) : g_strconcat("!", why, NULL);
}

#define assert_stats(testcase, output, wanted, ...)                                                \
	do {                                                                                       \
		g_autofree char *said =                                                            \
			stats_of(testcase, (const char *const[]){__VA_ARGS__, NULL}, output);      \
		g_assert_cmpstr(said, ==, wanted);                                                 \
	} while (0)

static void test_hackbench(void)
{
	static const char output[] =
		"Running in process mode with 1 groups using 8 file descriptors each (== 8 tasks)\n"
		"Each sender will pass 10000 messages of 100 bytes\n"
		"Time: 0.5\n"
		"Running in process mode with 1 groups using 8 file descriptors each (== 8 tasks)\n"
		"Each sender will pass 10000 messages of 100 bytes\n"
		"Time: 0.25\r\n";

	/* 8 * 10000 * 100 bytes are 7812.5 KiB, which LKP cuts */
	assert_stats("hackbench", output,
		"hackbench.throughput=31248 hackbench.throughput_best=31248 "
		"hackbench.throughput_avg=20832 hackbench.throughput_worst=15624",
		NULL);
	assert_stats(
		"hackbench", "Time: x\n", "!the output does not tell hackbench.throughput", NULL);
}

static void test_stress_ng(void)
{
	static const char output[] =
		"stress-ng: info:  [1] dispatching hogs: 2 switch\n"
		"stress-ng: metrc: [1] stressor       bogo ops real time  usr time  sys time   "
		"bogo "
		"ops/s     bogo ops/s CPU used per       RSS Max\n"
		"stress-ng: metrc: [1] switch            71529      1.00      0.03      0.36     "
		"71397.06      179207.80        19.92          2376\n"
		"stress-ng: metrc: [1] switch             27956.78 nanosecs per context switch "
		"(pipe "
		"method) (geometic mean of 2 instances)\n";

	assert_stats("stress-ng", output,
		"stress-ng.switch.ops=71529 stress-ng.switch.ops_per_sec=71397.06", "test",
		"switch");
	assert_stats("stress-ng", output, "!the output does not tell stress-ng.pipe.ops", "test",
		"pipe");
	/* the form before the kernel of 2023 */
	assert_stats("stress-ng",
		"stress-ng: info:  [2] flock         470916710     60.00    128.04   1291.13   "
		"7848529.59      331824.84\n",
		"stress-ng.flock.ops=4.7091671e+08 stress-ng.flock.ops_per_sec=7848529.6", "test",
		"flock");
}

#define SYSBENCH_END                                                                               \
	"Latency (ms):\n"                                                                          \
	"         min:                                    0.78\n"                                  \
	"         avg:                                    0.79\n"                                  \
	"         max:                                    6.15\n"                                  \
	"         95th percentile:                        0.81\n"                                  \
	"         sum:                                 2003.90\n\n"                                \
	"Threads fairness:\n"                                                                      \
	"    events (avg/stddev):           636.0000/1.50\n"                                       \
	"    execution time (avg/stddev):   1.0020/0.25\n"
#define SYSBENCH_STATS(test)                                                                       \
	" " test ".latency_ms.min=0.78 " test ".latency_ms.avg=0.79 " test                         \
	".latency_ms.max=6.15 " test ".latency_ms.95th=0.81 " test ".events/thread.avg=636 " test  \
	".events/thread.stddev=1.5 " test ".runtime/thread.avg=1.002 " test                        \
	".runtime/thread.stddev=0.25"

static void test_sysbench(void)
{
	assert_stats("sysbench-cpu",
		"CPU speed:\n    events per second:  1263.98\n\nGeneral statistics:\n"
		"    total time:                          1.0058s\n"
		"    total number of events:              1272\n\n" SYSBENCH_END,
		"sysbench-cpu.throughput_events/s=1263.98 "
		"sysbench-cpu.workload=1272" SYSBENCH_STATS("sysbench-cpu"),
		NULL);
	assert_stats("sysbench-threads",
		"    total time:                          2.0000s\n"
		"    total number of events:              1272\n\n" SYSBENCH_END,
		"sysbench-threads.throughput_events/s=636 "
		"sysbench-threads.workload=1272" SYSBENCH_STATS("sysbench-threads"),
		NULL);
	/* the form of version 1.1 */
	assert_stats("sysbench-cpu",
		"Throughput:\n    events/s (eps):                      1263.9800\n"
		"    time elapsed:                        1.0063s\n"
		"    total number of events:              1272\n\n" SYSBENCH_END,
		"sysbench-cpu.throughput_events/s=1263.98 "
		"sysbench-cpu.workload=1272" SYSBENCH_STATS("sysbench-cpu"),
		NULL);
	assert_stats("sysbench-memory",
		"Total operations: 1764538 (1749676.58 per second)\n\n"
		"1723.18 MiB transferred (1708.67 MiB/sec)\n\n"
		"    total number of events:              1764538\n\n" SYSBENCH_END,
		"sysbench-memory.throughput_ops/s=1749676.6 "
		"sysbench-memory.throughput_MB/s=1708.67 "
		"sysbench-memory.workload=1764538" SYSBENCH_STATS("sysbench-memory"),
		NULL);
}

static void test_fio(void)
{
	static const char output[] =
		"3;fio-3.33;job;0;0;23504;23480;5870;1001;0;0;0.000000;0.000000;30;10420;124."
		"976205;"
		"502.856036;1.000000%=37;5.000000%=38;10.000000%=38;20.000000%=39;30.000000%=39;"
		"40.000000%=40;50.000000%=40;60.000000%=41;70.000000%=43;80.000000%=47;90.000000%="
		"67;"
		"95.000000%=284;99.000000%=2703;99.500000%=3850;99.900000%=6193;99.950000%=8847;"
		"99.990000%=10420;0%=0;0%=0;0%=0;30;10422;125.026670;502.873563;24096;24096;"
		"100.000000%;24096.000000;0.000000;23728;23704;5926;1000;0;0;0.000000;0.000000;"
		"3;9000;44.5;101.25;1.000000%=9\n";

	/* the read side's share of the workload: 5870 * 1.001 */
	assert_stats("fio-basic", output,
		"fio.read_bw_MBps=22.929688 fio.read_iops=5870 fio.read_clat_mean_ns=124976.2 "
		"fio.read_clat_stddev=502856.04 fio.write_bw_MBps=23.148438 fio.write_iops=5926 "
		"fio.write_clat_mean_ns=44500 fio.write_clat_stddev=101250 fio.workload=11801.87",
		NULL);
}

static void test_iperf(void)
{
	assert_stats("iperf",
		"[  5]   0.00-1.00   sec   871 MBytes  7287449 Kbits/sec   14   1023 KBytes       "
		"\n"
		"[ ID] Interval           Transfer     Bitrate         Retr\n"
		"[  5]   0.00-1.00   sec   871 MBytes  7287449 Kbits/sec   14             sender\n"
		"[  5]   0.00-1.00   sec   866 MBytes  7238420 Kbits/sec                  "
		"receiver\n",
		"iperf.tcp.sender.bps=7.287449e+09 iperf.tcp.receiver.bps=7.23842e+09", NULL);
	assert_stats("iperf",
		"[ ID] Interval           Transfer     Bitrate         Jitter    Lost/Total\n"
		"[  5]   0.00-1.00   sec   129 KBytes  1057 Kbits/sec  0.000 ms  0/4 (0%)  sender\n"
		"[  5]   0.00-1.00   sec   129 KBytes  1050 Kbits/sec  0.010 ms  0/4 (0%)  "
		"receiver\n",
		"iperf.udp.bps=1057000", NULL);
}

/* Two copies of each. */
static void test_netperf(void)
{
	assert_stats("netperf",
		"MIGRATED TCP STREAM TEST from 0.0.0.0 (0.0.0.0) port 0 AF_INET to 127.0.0.1 () "
		"port 0 AF_INET\n"
		"Recv   Send    Send                          Utilization       Service Demand\n"
		"Socket Socket  Message  Elapsed              Send     Recv     Send    Recv\n"
		"Size   Size    Size     Time     Throughput  local    remote   local   remote\n"
		"bytes  bytes   bytes    secs.    10^6bits/s  % S      % S      us/KB   us/KB\n\n"
		"131072  16384  16384    10.00      4000.00   25.01    25.01    1.234   1.234  \n"
		"131072  16384  16384    10.00      2000.00   25.01    25.01    1.234   1.234  \n",
		"netperf.Throughput_Mbps=3000 netperf.ThroughputBoth_Mbps=3000 "
		"netperf.Throughput_total_Mbps=6000 netperf.ThroughputBoth_total_Mbps=6000 "
		"netperf.workload=457763.67",
		NULL);
	assert_stats("netperf",
		"Local /Remote\n"
		"Socket Size   Request Resp.  Elapsed Trans.   CPU    CPU    S.dem   S.dem\n"
		"Send   Recv   Size    Size   Time    Rate     local  remote local   remote\n"
		"bytes  bytes  bytes   bytes  secs.   per sec  % S    % S    us/Tr   us/Tr\n\n"
		"16384  131072 1       1      10.00   7000.50  9.10   9.10   99.000  99.000 \n"
		"16384  131072\n"
		"16384  131072 1       1      10.00   7000.50  -1.00  9.10   99.000  99.000 \n"
		"16384  131072\n",
		"netperf.Throughput_tps=7000.5 netperf.ThroughputBoth_tps=7000.5 "
		"netperf.Throughput_total_tps=14001 netperf.ThroughputBoth_total_tps=14001 "
		"netperf.workload=140010",
		NULL);
	assert_stats("netperf",
		"Socket  Message  Elapsed      Messages                   CPU      Service\n"
		"Size    Size     Time         Okay Errors   Throughput   Util     Demand\n"
		"bytes   bytes    secs            #      #   10^6bits/sec % SS     us/KB\n\n"
		"212992    1000   10.00      500000      0      400.0     9.00     1.267 \n"
		"212992           10.00      250000             200.0     9.00     1.267 \n",
		"netperf.Throughput_Mbps=400 netperf.ThroughputRecv_Mbps=200 "
		"netperf.ThroughputBoth_Mbps=600 netperf.Throughput_total_Mbps=400 "
		"netperf.ThroughputRecv_total_Mbps=200 netperf.ThroughputBoth_total_Mbps=600 "
		"netperf.workload=750000",
		NULL);
}

static void test_vm_scalability(void)
{
	assert_stats("vm-scalability",
		"2048000 bytes / 1000 usecs = 2000 KB/s\n"
		"2048000 bytes / 2000 usecs = 1000 KB/s\n"
		"2048000 bytes / 500 usecs = 4000 KB/s\n"
		"2048000 bytes / 400 usecs = 5000 KB/s\n"
		"250000 usecs to free memory\n750000 usecs to free memory\n",
		"vm-scalability.throughput=12000 vm-scalability.stddev%=210.81851 "
		"vm-scalability.free_time=0.5 vm-scalability.median=4000 "
		"vm-scalability.workload=8000",
		NULL);
	assert_stats("vm-scalability",
		"1048576 bytes (1.0 MB, 1.0 MiB) copied, 0.5 s, 2.1 MB/s\n"
		"1048576 bytes (1.0 MB) copied, 0.25 s, 4.2 MB/s\n",
		"vm-scalability.throughput=6144 vm-scalability.stddev%=66.666667 "
		"vm-scalability.median=4096 vm-scalability.workload=2048",
		NULL);
	assert_stats("vm-scalability", "100 * 4096 bytes migrated, 50 usecs, 8192 MB/s\n",
		"vm-scalability.migrate_mbps=8192", NULL);
	assert_stats("vm-scalability", "8388608 bytes remapped, 20480 usecs, 409 MB/s\n",
		"vm-scalability.throughput=419430 vm-scalability.median=419430 "
		"vm-scalability.workload=8192",
		NULL);
}

static void test_others(void)
{
	assert_stats("perf-bench-sched-pipe",
		"# Executed 20000 pipe operations between two processes\n\n"
		"     Total time: 0.446 [sec]\n\n      22.308150 usecs/op\n"
		"          44826 ops/sec\n",
		"perf-bench-sched-pipe.ops_per_sec=44826", NULL);
	assert_stats("unixbench",
		"Shell Scripts (8 concurrent)                   8592.9 lpm   (60.0 s, 2 samples)\n"
		"Shell Scripts (8 concurrent)                      6.0      8592.9  14321.5\n"
		"                                                                   ========\n"
		"System Benchmarks Index Score (Partial Only)                        14321.5\n",
		"unixbench.score=14321.5 unixbench.throughput=8592.9", NULL);
	assert_stats("will-it-scale",
		"tasks,processes,processes_idle,threads,threads_idle,linear\n0,0,100,0,100,0\n"
		"16,32000001,0.05,0,0.00,0\n",
		"will-it-scale.per_process_ops=2000000 will-it-scale.workload=32000001", NULL);
}

/* Whatever is printed: numbers are finite, names are names, and it ends. */
static void test_any_output(void)
{
	static const char *const pieces[] = {"Time:", " ", "\n", "1", "-", "e", "999", ".", "\t",
		"Each sender will pass", "messages of", "bytes", "\xff", "(==", "tasks)",
		"Running in * mode with", "groups using", "file descriptors each", "{time}", "inf",
		"nan", "%s"};
	struct benchmarks *all = benchmarks_builtin();

	for (guint round = 0; round < ROUNDS; round++) {
		g_autoptr(GString) output = g_string_new(NULL);
		g_autofree char *why = NULL;

		for (gint i = g_test_rand_int_range(0, 60); i > 0; i--)
			g_string_append(
				output, pieces[g_test_rand_int_range(0, G_N_ELEMENTS(pieces))]);
		g_autoptr(GArray) stats = benchmark_stats(benchmark_find(all, "hackbench"),
			value_of, NULL, (struct slice){output->str, output->len}, &why);
		for (guint i = 0; stats && i < stats->len; i++)
			g_assert_true(
				isfinite(g_array_index(stats, struct benchmark_stat, i).value));
	}
	benchmarks_free(all);
}

/* Every benchmark that is known can be read and says something. */
static void test_all_are_whole(void)
{
	struct benchmarks *all = benchmarks_builtin();

	g_assert_cmpuint(benchmarks_count(all), >=, 12);
	for (guint i = 0; i < benchmarks_count(all); i++) {
		g_autofree char *why = NULL;

		g_assert_null(benchmark_stats(
			benchmark_at(all, i), value_of, NULL, SLICE_LIT("nothing\n"), &why));
		g_assert_nonnull(strstr(why, benchmark_at(all, i)->prefix));
	}
	benchmarks_free(all);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/benchmark-output/hackbench", test_hackbench);
	g_test_add_func("/benchmark-output/stress-ng", test_stress_ng);
	g_test_add_func("/benchmark-output/sysbench", test_sysbench);
	g_test_add_func("/benchmark-output/fio", test_fio);
	g_test_add_func("/benchmark-output/iperf", test_iperf);
	g_test_add_func("/benchmark-output/netperf", test_netperf);
	g_test_add_func("/benchmark-output/vm-scalability", test_vm_scalability);
	g_test_add_func("/benchmark-output/others", test_others);
	g_test_add_func("/benchmark-output/any-output", test_any_output);
	g_test_add_func("/benchmark-output/all-are-whole", test_all_are_whole);
	return g_test_run();
}
