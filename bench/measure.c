/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a command takes, its start included:
 *
 *   measure TIMES COMMAND [ARGUMENT ...]
 *
 * Runs it so often and prints "ELAPSED PROCESSOR PEAK": the seconds of the fastest time,
 * the processor's seconds then, and the largest resident memory of all in KiB.  Exit
 * status 1 when the command fails once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct taken {
	double elapsed, processor;
	long peak;
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

/* 0: it failed. */
static int run(char **command, struct taken *ret_taken)
{
	double start = now();
	pid_t child = fork();
	struct rusage used;
	int status;

	if (!child) {
		execv(command[0], command);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &used) < 0 || !WIFEXITED(status) ||
		WEXITSTATUS(status))
		return 0;
	*ret_taken = (struct taken){
		now() - start, seconds(used.ru_utime) + seconds(used.ru_stime), used.ru_maxrss};
	return 1;
}

int main(int argc, char **argv)
{
	struct taken best = {0}, taken;
	long times = argc > 2 ? strtol(argv[1], NULL, 10) : 0;

	for (long i = 0; i < times; i++) {
		if (!run(argv + 2, &taken))
			return 1;
		if (!i || taken.elapsed < best.elapsed) {
			best.elapsed = taken.elapsed;
			best.processor = taken.processor;
		}
		best.peak = taken.peak > best.peak ? taken.peak : best.peak;
	}
	fprintf(stderr, "%.4f %.4f %ld\n", best.elapsed, best.processor, best.peak);
	return times > 0 ? 0 : 1;
}
