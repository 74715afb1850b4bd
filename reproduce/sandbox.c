/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "reproduce/sandbox.h"

#include "reproduce/process_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/keyctl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

G_DEFINE_QUARK(lkpdigest - sandbox - error, sandbox_error)

#define NOBODY 65534
#define FILES_MAX 65536  /* descriptors, if the system allows as many */
#define TICK_MS 50       /* how often limits are looked at */
#define LOOK_USEC 200000 /* memory, at most so often, */
#define LOOK_SHARE 20    /* and so that it takes no more of a CPU's time than one in so many */
#define DRAIN_SECONDS 1  /* for output behind the end of a program that is not contained */
#define BWRAP "bwrap"

const char *sandbox_end_text(enum sandbox_end end)
{
	static const char *const texts[] = {"ended", "outlived its time", "took too much memory",
		"printed too much", "was stopped"};

	return texts[end];
}

void sandbox_outcome_clear(struct sandbox_outcome *outcome)
{
	if (outcome->out)
		g_string_free(outcome->out, TRUE);
	if (outcome->err)
		g_string_free(outcome->err, TRUE);
	outcome->out = outcome->err = NULL;
}

/* ---- what is started ------------------------------------------------------------------------ */

static void add_words(GPtrArray *words, const char *const *more)
{
	for (; *more; more++)
		g_ptr_array_add(words, g_strdup(*more));
}

#define ADD(words, ...) add_words(words, (const char *const[]){__VA_ARGS__, NULL})

/* The system's own folders, as links where they are links; of another machine as folders. */
static void add_system(GPtrArray *words, gboolean elsewhere)
{
	static const char *const folders[] = {
		"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};
	static const char *const files[] = {"/etc/ld.so.cache", "/etc/ld.so.conf",
		"/etc/ld.so.conf.d", "/etc/alternatives", "/etc/passwd", "/etc/group",
		"/etc/nsswitch.conf", "/etc/hosts", "/etc/protocols", "/etc/services",
		"/sys/devices/system/cpu", "/sys/devices/system/node"};

	ADD(words, "--ro-bind", "/usr", "/usr");
	for (guint i = 0; i < G_N_ELEMENTS(folders); i++) {
		g_autofree char *target = elsewhere ? NULL : g_file_read_link(folders[i], NULL);

		if (target)
			ADD(words, "--symlink", target, folders[i]);
		else
			ADD(words, "--ro-bind-try", folders[i], folders[i]);
	}
	for (guint i = 0; i < G_N_ELEMENTS(files); i++)
		ADD(words, "--ro-bind-try", files[i], files[i]);
}

static void add_sandbox(GPtrArray *words, const struct sandbox *sandbox, gboolean elsewhere)
{
	g_autofree char *size = g_strdup_printf("%" G_GUINT64_FORMAT, sandbox->limits.disk);

	ADD(words, BWRAP, "--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net",
		"--unshare-uts", "--unshare-cgroup-try", "--disable-userns", "--die-with-parent",
		"--new-session", "--cap-drop", "ALL", "--hostname", "sandbox");
	add_system(words, elsewhere);
	ADD(words, "--proc", "/proc", "--dev", "/dev");
	if (sandbox->work)
		ADD(words, "--bind", sandbox->work, "/work");
	else
		ADD(words, "--size", size, "--tmpfs", "/work");
	ADD(words, "--size", size, "--tmpfs", "/dev/shm", "--symlink", "/work", "/tmp");
	if (sandbox->folder)
		ADD(words, "--ro-bind", sandbox->folder, sandbox->folder);
	/* bubblewrap leaves / and /dev writable, and without a limit of their own. */
	ADD(words, "--remount-ro", "/dev", "--remount-ro", "/");
	ADD(words, "--chdir", sandbox->folder ? sandbox->folder : "/work", "--");
}

char **sandbox_words(const struct sandbox *sandbox, gboolean elsewhere, const char *const *command)
{
	GPtrArray *words = g_ptr_array_new();

	if (!sandbox->is_off)
		add_sandbox(words, sandbox, elsewhere);
	add_words(words, command);
	g_ptr_array_add(words, NULL);
	return (char **)g_ptr_array_free(words, FALSE);
}

static char **environment_of(const struct sandbox *sandbox)
{
	const char *home = sandbox->is_off && sandbox->scratch ? sandbox->scratch : "/work";
	char **environment = g_new0(char *, 1);

	environment = g_environ_setenv(environment, "PATH",
		"/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin", TRUE);
	environment = g_environ_setenv(environment, "LC_ALL", "C", TRUE);
	environment = g_environ_setenv(environment, "TZ", "UTC", TRUE);
	environment = g_environ_setenv(environment, "HOME", home, TRUE);
	return g_environ_setenv(environment, "TMPDIR", home, TRUE);
}

/* ---- the child, before it becomes the program ------------------------------------------------ */

struct child {
	rlim_t processes, file_size;
	gboolean is_off;
};

static void limit(int what, rlim_t most)
{
	struct rlimit now;

	if (getrlimit(what, &now))
		return;
	now.rlim_max = MIN(now.rlim_max, most);
	now.rlim_cur = now.rlim_max;
	setrlimit(what, &now);
}

/* A superuser is limited by nothing; half of that would be worse than none. */
static gboolean become_nobody(void)
{
	return !setgroups(0, NULL) && !setresgid(NOBODY, NOBODY, NOBODY) &&
	       !setresuid(NOBODY, NOBODY, NOBODY);
}

static void set_up(gpointer data)
{
	const struct child *child = data;

	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setpgid(0, 0);
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_FSIZE, child->file_size);
	limit(RLIMIT_NOFILE, FILES_MAX);
	limit(RLIMIT_NPROC, child->processes);
	if (child->is_off)
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* bubblewrap does it itself */
	else /* keys of the user's session are no files; another session has none of them */
		syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL);
	if (!child->is_off && !geteuid() && !become_nobody())
		kill(getpid(), SIGKILL);
}

/* ---- while it runs --------------------------------------------------------------------------- */

struct watch {
	const struct sandbox *sandbox;
	struct sandbox_outcome *outcome;
	pid_t pid;
	int fds[2]; /* -1: at its end */
	gint64 start;
	gboolean is_ended; /* the child was waited for, */
	gboolean is_over;  /* and all below it */
	gint64 over;
	gint64 next_look;
};

/* Takes what is there; FALSE: the end, or too much. */
static gboolean take(struct watch *watch, guint i)
{
	GString *to = i ? watch->outcome->err : watch->outcome->out;
	char buffer[65536];
	ssize_t n = read(watch->fds[i], buffer, sizeof buffer);

	if (n < 0)
		return errno == EAGAIN || errno == EINTR;
	if (!n)
		return FALSE;
	if (to->len + (gsize)n > SANDBOX_OUTPUT_MAX) {
		watch->outcome->end = SANDBOX_OUTPUT;
		return FALSE;
	}
	g_string_append_len(to, buffer, n);
	return TRUE;
}

static void take_all(struct watch *watch)
{
	struct pollfd fds[2];
	guint n = 0, of[2];

	for (guint i = 0; i < 2; i++)
		if (watch->fds[i] >= 0) {
			fds[n] = (struct pollfd){watch->fds[i], POLLIN, 0};
			of[n++] = i;
		}
	poll(fds, n, TICK_MS);
	for (guint k = 0; k < n; k++)
		if (fds[k].revents && !take(watch, of[k])) {
			close(watch->fds[of[k]]);
			watch->fds[of[k]] = -1;
		}
}

static double seconds_since(gint64 moment)
{
	return (double)(g_get_monotonic_time() - moment) / G_USEC_PER_SEC;
}

/* Looking costs the more the more processes there are, and is not to disturb what is measured. */
static gboolean took_the_memory(struct watch *watch)
{
	gint64 begun = g_get_monotonic_time(), now;
	guint64 memory;

	if (begun < watch->next_look)
		return FALSE;
	memory = process_tree_memory(watch->pid);
	now = g_get_monotonic_time();
	watch->next_look = now + MAX(LOOK_USEC, LOOK_SHARE * (now - begun));
	return memory > watch->sandbox->limits.memory;
}

static enum sandbox_end end_of(struct watch *watch)
{
	const struct sandbox *sandbox = watch->sandbox;

	if (watch->outcome->end)
		return watch->outcome->end;
	if (sandbox->is_stopped && sandbox->is_stopped(sandbox->data))
		return SANDBOX_STOPPED;
	if (seconds_since(watch->start) > sandbox->limits.seconds)
		return SANDBOX_TIME;
	return took_the_memory(watch) ? SANDBOX_MEMORY : SANDBOX_ENDED;
}

/*
 * All of its processes: with bubblewrap they end with the first one of the namespace; without it
 * those that got away from their group are below us all the same, for we are their reaper.
 */
static void kill_all(const struct watch *watch)
{
	kill(-watch->pid, SIGKILL);
	process_tree_kill(getpid());
}

static void add_time(struct timeval *to, struct timeval more)
{
	to->tv_sec += more.tv_sec + (to->tv_usec + more.tv_usec) / 1000000;
	to->tv_usec = (to->tv_usec + more.tv_usec) % 1000000;
}

void sandbox_add_usage(struct rusage *to, const struct rusage *more)
{
	add_time(&to->ru_utime, more->ru_utime);
	add_time(&to->ru_stime, more->ru_stime);
	to->ru_maxrss = MAX(to->ru_maxrss, more->ru_maxrss);
	to->ru_majflt += more->ru_majflt;
	to->ru_minflt += more->ru_minflt;
	to->ru_nvcsw += more->ru_nvcsw;
	to->ru_nivcsw += more->ru_nivcsw;
	to->ru_inblock += more->ru_inblock;
	to->ru_oublock += more->ru_oublock;
}

/*
 * bubblewrap ends without having waited for the first process of its namespace, which becomes
 * our child then, and tells what all below it used.  When we have no child left, all is over.
 */
static void look_for_end(struct watch *watch)
{
	struct sandbox_outcome *outcome = watch->outcome;
	struct rusage usage;
	int status;
	pid_t pid;

	while ((pid = wait4(-1, &status, WNOHANG, &usage)) > 0) {
		sandbox_add_usage(&outcome->usage, &usage);
		if (pid != watch->pid)
			continue;
		outcome->status = status;
		watch->is_ended = TRUE;
	}
	if (!pid) {
		if (watch->is_ended)
			kill_all(watch); /* what it left behind */
		return;
	}
	watch->is_over = TRUE;
	watch->over = g_get_monotonic_time();
	outcome->seconds = (double)(watch->over - watch->start) / G_USEC_PER_SEC;
}

static gboolean is_drained(const struct watch *watch)
{
	return (watch->fds[0] < 0 && watch->fds[1] < 0) ||
	       seconds_since(watch->over) > DRAIN_SECONDS;
}

static void watch_all(struct watch *watch)
{
	while (!watch->is_over || !is_drained(watch)) {
		if (watch->fds[0] >= 0 || watch->fds[1] >= 0)
			take_all(watch);
		else
			g_usleep(TICK_MS * 1000 / 10);
		if (watch->is_over)
			continue;
		if (watch->sandbox->tick)
			watch->sandbox->tick(watch->sandbox->tick_data);
		watch->outcome->end = end_of(watch);
		if (watch->outcome->end)
			kill_all(watch);
		look_for_end(watch);
	}
	for (guint i = 0; i < 2; i++)
		if (watch->fds[i] >= 0)
			close(watch->fds[i]);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static gboolean start(const struct sandbox *sandbox, const char *const *command,
	struct watch *watch, GError **error)
{
	g_auto(GStrv) words = sandbox_words(sandbox, FALSE, command);
	g_auto(GStrv) environment = environment_of(sandbox);
	uid_t user = !geteuid() && !sandbox->is_off ? NOBODY : geteuid();
	struct child child = {process_tree_count(user) + sandbox->limits.processes,
		sandbox->limits.disk, sandbox->is_off};
	const char *folder =
		sandbox->is_off ? sandbox->folder ? sandbox->folder : sandbox->scratch : "/";
	GPid pid;

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	watch->start = g_get_monotonic_time();
	if (!g_spawn_async_with_pipes(folder, words, environment,
		    G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH_FROM_ENVP, set_up, &child, &pid,
		    NULL, &watch->fds[0], &watch->fds[1], error))
		return FALSE;
	watch->pid = pid;
	for (guint i = 0; i < 2; i++)
		fcntl(watch->fds[i], F_SETFL, O_NONBLOCK);
	return TRUE;
}

gboolean sandbox_run(const struct sandbox *sandbox, const char *const *command,
	struct sandbox_outcome *ret_outcome, GError **error)
{
	struct sandbox_outcome outcome = {SANDBOX_ENDED, 0, 0, {{0}}, NULL, NULL};
	struct watch watch = {.sandbox = sandbox, .outcome = &outcome, .fds = {-1, -1}};
	g_autoptr(GError) why = NULL;

	if (!start(sandbox, command, &watch, &why)) {
		prctl(PR_SET_CHILD_SUBREAPER, 0);
		g_set_error(error, SANDBOX_ERROR,
			g_error_matches(why, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT)
				? SANDBOX_ERROR_MISSING
				: SANDBOX_ERROR_START,
			"%s", why->message);
		return FALSE;
	}
	outcome.out = g_string_new(NULL);
	outcome.err = g_string_new(NULL);
	watch_all(&watch);
	prctl(PR_SET_CHILD_SUBREAPER, 0);
	if (!sandbox->is_off && g_str_has_prefix(outcome.err->str, BWRAP ": ")) {
		g_set_error(error, SANDBOX_ERROR, SANDBOX_ERROR_MISSING, "%s",
			g_strchomp(outcome.err->str));
		sandbox_outcome_clear(&outcome);
		return FALSE;
	}
	*ret_outcome = outcome;
	return TRUE;
}
