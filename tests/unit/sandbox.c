/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a program in the sandbox cannot do.  Without bubblewrap, or where it may not make
 * namespaces, these fail: nothing would be known of what holds strangers' benchmarks.
 */
#include "reproduce/sandbox.h"

#include <fcntl.h>
#include <gio/gunixsocketaddress.h>
#include <linux/keyctl.h>
#include <math.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MIB ((guint64)1 << 20)

/* Other sandboxes of the same user may come and go beside it: there is room for theirs. */
static struct sandbox sandbox = {.limits = {20, 256 * MIB, 8 * MIB, 256}};

static struct sandbox_outcome run(const char *script)
{
	const char *const command[] = {"sh", "-c", script, NULL};
	g_autoptr(GError) error = NULL;
	struct sandbox_outcome outcome = {0};

	sandbox_run(&sandbox, command, &outcome, &error);
	g_assert_no_error(error);
	return outcome;
}

static gboolean succeeds(const char *script)
{
	struct sandbox_outcome outcome = run(script);
	gboolean done = outcome.end == SANDBOX_ENDED && WIFEXITED(outcome.status) &&
			!WEXITSTATUS(outcome.status);

	g_test_message("%s: %s%s", script, outcome.out->str, outcome.err->str);
	sandbox_outcome_clear(&outcome);
	return done;
}

static void test_it_runs(void)
{
	struct sandbox_outcome outcome = run("echo to; echo from >&2; exit 3");

	g_assert_cmpstr(outcome.out->str, ==, "to\n");
	g_assert_cmpstr(outcome.err->str, ==, "from\n");
	g_assert_cmpint(outcome.end, ==, SANDBOX_ENDED);
	g_assert_cmpint(WEXITSTATUS(outcome.status), ==, 3);
	g_assert_cmpfloat(outcome.seconds, >, 0);
	sandbox_outcome_clear(&outcome);
	g_assert_true(succeeds("echo scratch >file && cat file && cd /tmp && cat file"));
	g_assert_true(succeeds("test \"$HOME\" = /work && test \"$(pwd)\" = /work"));
}

static void test_it_writes_nowhere_else(void)
{
	static const char *const places[] = {
		"/", "/usr", "/usr/bin", "/etc", "/dev", "/lib", "/proc", "/var", "/home", "/root"};

	for (guint i = 0; i < G_N_ELEMENTS(places); i++) {
		g_autofree char *script =
			g_strdup_printf("! (echo x >%s/lkpdigest-was-here) 2>&1", places[i]);

		g_assert_true(succeeds(script));
	}
	g_assert_true(succeeds("! rm -f /usr/bin/env 2>&1"));
	g_assert_true(succeeds("! (echo 1 >/proc/sys/vm/drop_caches) 2>&1"));
}

/* Nothing of the user's, nor of other processes, is there to be read. */
static void test_it_sees_nothing(void)
{
	g_autofree char *home = g_strdup_printf("! ls %s 2>&1", g_get_home_dir());
	g_autofree char *here = g_get_current_dir();
	g_autofree char *folder = g_strdup_printf("! ls %s 2>&1", here);

	g_assert_true(succeeds(home));
	g_assert_true(succeeds(folder));
	g_assert_true(succeeds("! ls /var/lib 2>&1"));
	g_assert_true(succeeds("test $(ls -d /proc/[0-9]* | wc -l) -lt 10"));
	g_assert_true(succeeds("test \"$(env | grep -c LKPDIGEST)\" = 0"));
}

static void test_it_has_a_loopback_only(void)
{
	g_assert_true(succeeds("test \"$(sed 1,2d /proc/net/dev | grep -v ' lo:')\" = ''"));
	g_assert_true(succeeds("grep -q lo: /proc/net/dev"));
	g_assert_true(succeeds("test \"$(sed 1d /proc/net/route)\" = ''"));
}

/* A server of this machine's loopback, which is not that of the sandbox. */
static guint listen_here(GSocketListener *listener)
{
	g_autoptr(GError) error = NULL;
	guint port = g_socket_listener_add_any_inet_port(listener, NULL, &error);

	g_assert_no_error(error);
	return port;
}

static void test_it_reaches_nobody(void)
{
	g_autoptr(GSocketListener) listener = g_socket_listener_new();
	g_autofree char *script = g_strdup_printf(
		"perl -MIO::Socket::INET -e "
		"'exit !IO::Socket::INET->new(PeerAddr => \"127.0.0.1\", PeerPort => %u)'",
		listen_here(listener));

	g_assert_false(succeeds(script));
	sandbox.is_off = TRUE;
	sandbox.scratch = "/tmp";
	g_assert_true(succeeds(script)); /* so it is the sandbox that holds it */
	sandbox.is_off = FALSE;
	sandbox.scratch = NULL;
}

/* Nor by a name that is no file's, which a network of one's own keeps apart. */
static void test_it_reaches_no_name(void)
{
	g_autofree char *name = g_strdup_printf("lkpdigest-test-%d", (int)getpid());
	g_autoptr(GSocketAddress) address =
		g_unix_socket_address_new_with_type(name, -1, G_UNIX_SOCKET_ADDRESS_ABSTRACT);
	g_autoptr(GSocketListener) listener = g_socket_listener_new();
	g_autofree char *script =
		g_strdup_printf("perl -MIO::Socket::UNIX -e "
				"'exit !IO::Socket::UNIX->new(Peer => \"\\0%s\")'",
			name);
	g_autoptr(GError) error = NULL;

	g_socket_listener_add_address(listener, address, G_SOCKET_TYPE_STREAM,
		G_SOCKET_PROTOCOL_DEFAULT, NULL, NULL, &error);
	g_assert_no_error(error);
	g_assert_false(succeeds(script));
	sandbox.is_off = TRUE;
	sandbox.scratch = "/tmp";
	g_assert_true(succeeds(script));
	sandbox.is_off = FALSE;
	sandbox.scratch = NULL;
}

/* What this process has open, though it is not closed by exec. */
static void test_it_inherits_nothing(void)
{
	int fd = open("/", O_RDONLY | O_DIRECTORY);

	g_assert_cmpint(fd, >=, 0);
	g_assert_true(succeeds("for fd in /proc/self/fd/*; do echo ${fd##*/}; done | sort -n | "
			       "paste -sd ' ' | grep -x '0 1 2 3' "));
	g_assert_true(succeeds("test \"$(readlink /proc/self/fd/0)\" = /dev/null"));
	g_assert_true(succeeds("! ls /proc/self/fd/3/home /proc/1/fd/*/home 2>&1"));
	close(fd);
}

/* Not by a terminal whose input it could write: a session of its own has none. */
static void test_it_has_no_terminal(void)
{
	g_assert_true(succeeds("test \"$(cut -d ' ' -f 6 /proc/self/stat)\" != 0"));
	g_assert_true(succeeds("! (: </dev/tty) 2>&1"));
	g_assert_true(succeeds("! perl -e '$x = \"x\"; exit !ioctl(STDIN, 0x5412, $x)' 2>&1"));
}

/* The first process of its namespace, that which made it, is in the same place, and has no more. */
static void test_it_gets_nowhere_by_others(void)
{
	g_assert_true(succeeds("for way in root cwd; do for place in home etc/shadow; do "
			       "! cat /proc/1/$way/$place && ! ls /proc/1/$way/$place || exit 1; "
			       "done; done 2>&1"));
	g_assert_true(succeeds("! grep -z LKPDIGEST_SECRET /proc/[0-9]*/environ 2>&1"));
	g_assert_true(succeeds("grep -q '^CapEff:\\s*0*$' /proc/1/status"));
	g_assert_true(succeeds("! nsenter --target 1 --all true 2>&1"));
}

/* A key that only those can read who are in the session of the tests, where the kernel has any. */
static void test_it_has_no_keys(void)
{
	long session = syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL);
	long key = syscall(SYS_add_key, "user", "lkpdigest-test-secret", "x", (gsize)1,
		KEY_SPEC_SESSION_KEYRING);
	g_autofree char *script =
		g_strdup_printf("perl -e '$x = \"y\"; exit(syscall(%d, %d, %ld, $x, 1) < 0)'",
			SYS_keyctl, KEYCTL_READ, key);

	g_assert_true(session < 0 || key >= 0);
	g_assert_false(succeeds(script));
}

/* A program of the superuser's that runs as its owner. */
static void test_it_runs_as_nobody_else(void)
{
	g_assert_true(succeeds("! su root -c true </dev/null 2>&1"));
	g_assert_true(
		succeeds("for fs in / /usr /work /dev /dev/shm; do "
			 "grep -q \" $fs [^ ]* [^ ]*nosuid\" /proc/self/mounts || exit 1; done"));
}

static void test_it_gains_nothing(void)
{
	g_assert_true(succeeds("grep -q '^NoNewPrivs:.*1' /proc/self/status"));
	g_assert_true(succeeds("grep -q '^CapEff:\\s*0*$' /proc/self/status"));
	g_assert_true(succeeds("grep -q '^CapBnd:\\s*0*$' /proc/self/status"));
	g_assert_true(succeeds("! unshare --user true 2>&1"));
	g_assert_true(succeeds("! mount -t tmpfs none /work 2>&1"));
	g_assert_true(succeeds("test \"$(id -u)\" != 0"));
}

static void test_it_fills_no_disk(void)
{
	g_assert_true(succeeds("! dd if=/dev/zero of=file bs=1M count=100 2>&1"));
	g_assert_true(succeeds("for i in 1 2 3 4 5 6; do dd if=/dev/zero of=f$i bs=1M count=3; "
			       "done 2>&1; test $(du -sm . | cut -f1) -le 8"));
	g_assert_true(succeeds("! dd if=/dev/zero of=/dev/shm/file bs=1M count=100 2>&1"));
}

static void test_it_forks_no_end(void)
{
	guint processes = sandbox.limits.processes;
	struct sandbox_outcome outcome;

	/* Few, for all of them want a CPU. */
	sandbox.limits.seconds = 1;
	sandbox.limits.processes = 24;
	outcome = run("f() { f | f & }; f; sleep 60");
	g_assert_cmpfloat(outcome.seconds, <, 15);
	sandbox_outcome_clear(&outcome);
	sandbox.limits.seconds = 20;
	sandbox.limits.processes = processes;
	sandbox.limits.memory = 4096 * MIB;
	outcome = run("n=0; while [ $n -lt 900 ]; do sleep 2 & n=$((n + 1)); done 2>&1; wait");
	g_assert_cmpint(outcome.end, ==, SANDBOX_ENDED);
	g_assert_cmpint(outcome.status, !=, 0); /* the shell cannot fork */
	sandbox_outcome_clear(&outcome);
	sandbox.limits.memory = 256 * MIB;
}

static void test_it_lives_no_longer(void)
{
	static const char *const scripts[] = {
		"trap '' TERM INT HUP; sleep 60 & wait", "setsid sleep 60 & while :; do :; done"};

	sandbox.limits.seconds = 1;
	for (guint i = 0; i < G_N_ELEMENTS(scripts); i++) {
		struct sandbox_outcome outcome = run(scripts[i]);

		g_assert_cmpint(outcome.end, ==, SANDBOX_TIME);
		g_assert_cmpfloat(outcome.seconds, <, 15);
		sandbox_outcome_clear(&outcome);
	}
	sandbox.limits.seconds = 20;
}

/* What it leaves running ends with it. */
static void test_nothing_stays(void)
{
	struct sandbox_outcome outcome = run("(setsid sleep 55 >/dev/null 2>&1 &) ; echo done");

	g_assert_cmpstr(outcome.out->str, ==, "done\n");
	g_assert_cmpfloat(outcome.seconds, <, 15);
	sandbox_outcome_clear(&outcome);
}

static void test_it_takes_no_more_memory(void)
{
	struct sandbox_outcome outcome =
		run("exec perl -e '$x = \"y\" x (1 << 30); sleep 60' 2>&1");

	g_assert_cmpint(outcome.end, ==, SANDBOX_MEMORY);
	sandbox_outcome_clear(&outcome);
}

static void test_it_prints_no_more(void)
{
	struct sandbox_outcome outcome = run("exec yes");

	g_assert_cmpint(outcome.end, ==, SANDBOX_OUTPUT);
	g_assert_cmpuint(outcome.out->len, <=, SANDBOX_OUTPUT_MAX);
	sandbox_outcome_clear(&outcome);
}

static gboolean always(void *data)
{
	(void)data;
	return TRUE;
}

static void test_it_is_stopped(void)
{
	struct sandbox_outcome outcome;

	sandbox.is_stopped = always;
	outcome = run("sleep 60");
	g_assert_cmpint(outcome.end, ==, SANDBOX_STOPPED);
	sandbox_outcome_clear(&outcome);
	sandbox.is_stopped = NULL;
}

/* Words are words, whatever they hold. */
static void test_no_shell(void)
{
	const char *const command[] = {"echo", "$(id); `id` > file", "--", "\n", NULL};
	g_autoptr(GError) error = NULL;
	struct sandbox_outcome outcome;

	g_assert_true(sandbox_run(&sandbox, command, &outcome, &error));
	g_assert_cmpstr(outcome.out->str, ==, "$(id); `id` > file -- \n\n");
	sandbox_outcome_clear(&outcome);
}

static void test_no_such_program(void)
{
	const char *const command[] = {"no-such-program-here", NULL};
	g_autoptr(GError) error = NULL;
	struct sandbox_outcome outcome;

	g_assert_false(sandbox_run(&sandbox, command, &outcome, &error));
	g_assert_error(error, SANDBOX_ERROR, SANDBOX_ERROR_MISSING);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_setenv("LKPDIGEST_SECRET", "x", TRUE);
	g_test_add_func("/sandbox/it-runs", test_it_runs);
	g_test_add_func("/sandbox/it-writes-nowhere-else", test_it_writes_nowhere_else);
	g_test_add_func("/sandbox/it-sees-nothing", test_it_sees_nothing);
	g_test_add_func("/sandbox/it-has-a-loopback-only", test_it_has_a_loopback_only);
	g_test_add_func("/sandbox/it-reaches-nobody", test_it_reaches_nobody);
	g_test_add_func("/sandbox/it-reaches-no-name", test_it_reaches_no_name);
	g_test_add_func("/sandbox/it-inherits-nothing", test_it_inherits_nothing);
	g_test_add_func("/sandbox/it-has-no-terminal", test_it_has_no_terminal);
	g_test_add_func("/sandbox/it-gets-nowhere-by-others", test_it_gets_nowhere_by_others);
	g_test_add_func("/sandbox/it-has-no-keys", test_it_has_no_keys);
	g_test_add_func("/sandbox/it-runs-as-nobody-else", test_it_runs_as_nobody_else);
	g_test_add_func("/sandbox/it-gains-nothing", test_it_gains_nothing);
	g_test_add_func("/sandbox/it-fills-no-disk", test_it_fills_no_disk);
	g_test_add_func("/sandbox/it-forks-no-end", test_it_forks_no_end);
	g_test_add_func("/sandbox/it-lives-no-longer", test_it_lives_no_longer);
	g_test_add_func("/sandbox/nothing-stays", test_nothing_stays);
	g_test_add_func("/sandbox/it-takes-no-more-memory", test_it_takes_no_more_memory);
	g_test_add_func("/sandbox/it-prints-no-more", test_it_prints_no_more);
	g_test_add_func("/sandbox/it-is-stopped", test_it_is_stopped);
	g_test_add_func("/sandbox/no-shell", test_no_shell);
	g_test_add_func("/sandbox/no-such-program", test_no_such_program);
	return g_test_run();
}
