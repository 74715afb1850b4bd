/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "reproduce/door.h"

#include "base/show.h"
#include "reproduce/answer.h"
#include "reproduce/process_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

G_DEFINE_QUARK(lkpdigest - door - error, door_error)

#define TICK_MS 50
#define DRAIN_SECONDS 1
#define LOST 255 /* ssh's exit status, of its own faults */
#define SAYS_WHY 3

gboolean door_is_host(const char *host)
{
	gsize len = strlen(host);

	if (!len || len > DOOR_HOST_MAX || *host == '-')
		return FALSE;
	for (gsize i = 0; i < len; i++)
		if (!g_ascii_isgraph(host[i]))
			return FALSE;
	return TRUE;
}

/* ---- talking with it ------------------------------------------------------------------------ */

enum { TO_IT, FROM_IT, ITS_WORDS, PIPES };

struct talk {
	const struct door *door;
	struct slice script; /* what is left to be written */
	pid_t pid;
	int fds[PIPES]; /* -1: at its end */
	int kept;       /* file of what came back */
	char *end;      /* what stands at its end */
	gsize bytes;
	GString *words;
	gint64 start, asked, over; /* 0: not yet */
	gboolean is_over;
	int status;
	enum door_error why;  /* it is to end; meaningful if `asked` */
	const char *keep_why; /* of DOOR_ERROR_ANSWER */
};

static double seconds_since(gint64 moment)
{
	return (double)(g_get_monotonic_time() - moment) / G_USEC_PER_SEC;
}

static void close_pipe(struct talk *talk, guint i)
{
	if (talk->fds[i] >= 0)
		close(talk->fds[i]);
	talk->fds[i] = -1;
}

static void kill_it(const struct talk *talk)
{
	if (!talk->is_over)
		kill(-talk->pid, SIGKILL);
	if (!talk->door->host)
		process_tree_kill(getpid()); /* whose reaper we are */
}

/* The end of its standard input tells it. */
static void ask_to_end(struct talk *talk, enum door_error why)
{
	if (talk->asked)
		return;
	talk->asked = g_get_monotonic_time();
	talk->why = why;
	close_pipe(talk, TO_IT);
}

static void write_script(struct talk *talk)
{
	ssize_t n = write(talk->fds[TO_IT], talk->script.at, talk->script.len);

	if (n > 0)
		talk->script = slice_skip(talk->script, (gsize)n);
	else if (n < 0 && errno != EAGAIN && errno != EINTR)
		close_pipe(talk, TO_IT);
}

static gboolean keep(struct talk *talk, const char *at, gsize len)
{
	ssize_t n;

	if (talk->bytes + len > ANSWER_BYTES_MAX) {
		talk->keep_why = "the answer is larger than it may be";
		return FALSE;
	}
	talk->bytes += len;
	n = write(talk->kept, at, len);
	if (n != (ssize_t)len)
		talk->keep_why = n < 0 ? g_strerror(errno) : g_strerror(ENOSPC);
	return !talk->keep_why;
}

/* Then nobody is to wait for more of us. */
static gboolean is_whole(const struct talk *talk)
{
	gsize len = strlen(talk->end);
	g_autofree char *tail = g_malloc(len);

	return talk->bytes > len &&
	       pread(talk->kept, tail, len, (off_t)(talk->bytes - len)) == (ssize_t)len &&
	       !memcmp(tail, talk->end, len);
}

static void read_pipe(struct talk *talk, guint i)
{
	char buffer[65536];
	ssize_t n = read(talk->fds[i], buffer, sizeof buffer);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0) {
		close_pipe(talk, i);
		return;
	}
	if (i == ITS_WORDS) {
		gsize room = DOOR_STDERR_MAX - MIN(talk->words->len, DOOR_STDERR_MAX);

		g_string_append_len(talk->words, buffer, (gssize)MIN((gsize)n, room));
	} else if (!talk->asked && !keep(talk, buffer, (gsize)n)) {
		ask_to_end(talk, DOOR_ERROR_ANSWER);
	} else if (is_whole(talk)) {
		close_pipe(talk, TO_IT);
	}
}

static void wait_for_pipes(struct talk *talk)
{
	struct pollfd fds[PIPES];

	for (guint i = 0; i < PIPES; i++)
		fds[i] = (struct pollfd){i == TO_IT && !talk->script.len ? -1 : talk->fds[i],
			i == TO_IT ? POLLOUT : POLLIN, 0};
	poll(fds, PIPES, TICK_MS);
	if (fds[TO_IT].revents)
		write_script(talk);
	for (guint i = FROM_IT; i < PIPES; i++)
		if (fds[i].revents)
			read_pipe(talk, i);
}

static void look_for_end(struct talk *talk)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(talk->door->host ? talk->pid : -1, &status, WNOHANG)) > 0) {
		if (pid != talk->pid)
			continue;
		talk->status = status;
		talk->is_over = TRUE;
		talk->over = g_get_monotonic_time();
		kill_it(talk); /* what it left behind */
	}
}

static gboolean is_drained(const struct talk *talk)
{
	return talk->is_over && ((talk->fds[FROM_IT] < 0 && talk->fds[ITS_WORDS] < 0) ||
					seconds_since(talk->over) > DRAIN_SECONDS);
}

/* What talks without an end does not listen. */
static double patience_of(const struct talk *talk)
{
	return talk->why == DOOR_ERROR_ANSWER ? DRAIN_SECONDS : DOOR_PATIENCE_SECONDS;
}

static void talk_to_its_end(struct talk *talk, guint seconds)
{
	const struct door *door = talk->door;

	while (!is_drained(talk)) {
		wait_for_pipes(talk);
		if (!talk->is_over)
			look_for_end(talk);
		if (!talk->is_over && door->is_stopped && door->is_stopped(door->data))
			ask_to_end(talk, DOOR_ERROR_STOPPED);
		if (seconds_since(talk->start) > seconds)
			ask_to_end(talk, DOOR_ERROR_TIME);
		if (talk->asked && seconds_since(talk->asked) > patience_of(talk))
			kill_it(talk);
	}
	while (!door->host && waitpid(-1, NULL, WNOHANG) > 0)
		;
	for (guint i = 0; i < PIPES; i++)
		close_pipe(talk, i);
}

/* ---- starting it ----------------------------------------------------------------------------- */

static void set_up(G_GNUC_UNUSED gpointer data)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	setpgid(0, 0);
}

static gboolean start(struct talk *talk, GError **error)
{
	const char *const by_ssh[] = {"ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=30",
		"-o", "ServerAliveInterval=15", "-o", "ServerAliveCountMax=4", "-o",
		"ControlMaster=no", "-o", "ForwardAgent=no", "-o", "ForwardX11=no", "-o",
		"ClearAllForwardings=yes", "-o", "PermitLocalCommand=no", "--", talk->door->host,
		"sh", "-s", NULL};
	const char *const here[] = {"sh", "-s", NULL};
	g_autoptr(GError) why = NULL;
	GPid pid;

	if (!g_spawn_async_with_pipes(NULL, (char **)(talk->door->host ? by_ssh : here), NULL,
		    G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH, set_up, NULL, &pid,
		    &talk->fds[TO_IT], &talk->fds[FROM_IT], &talk->fds[ITS_WORDS], &why)) {
		g_set_error(error, DOOR_ERROR, DOOR_ERROR_START, "%s", why->message);
		return FALSE;
	}
	talk->pid = pid;
	for (guint i = 0; i < PIPES; i++)
		fcntl(talk->fds[i], F_SETFL, O_NONBLOCK);
	return TRUE;
}

/* ---- how it went ----------------------------------------------------------------------------- */

/* The script's own lines; of the others the last one goes to *ret_last (g_free()). */
static void sort_words(const struct talk *talk, const char *mark, GPtrArray *said, char **ret_last)
{
	struct slice rest = {talk->words->str, talk->words->len}, line;

	while (slice_next_line(&rest, &line)) {
		gsize len = strlen(mark);

		line = slice_trim(line);
		if (slice_starts(line, mark) && line.len > len && said->len < DOOR_SAID_MAX) {
			g_ptr_array_add(said, show_line(slice_skip(line, len + 1)));
		} else if (line.len) {
			g_free(*ret_last);
			*ret_last = show_line(line);
		}
	}
}

static const char *where(const struct door *door)
{
	return door->host ? door->host : "here";
}

static gboolean refuse(
	const struct talk *talk, enum door_error code, const char *why, GError **error)
{
	g_set_error(error, DOOR_ERROR, code, "%s: %s", where(talk->door), why);
	return FALSE;
}

static gboolean ended_on_demand(const struct talk *talk, GError **error)
{
	static const char *const texts[] = {[DOOR_ERROR_STOPPED] = "stopped",
		[DOOR_ERROR_TIME] = "no answer in time",
		[DOOR_ERROR_ANSWER] = NULL};
	const char *text;

	if (!talk->asked)
		return FALSE;
	text = texts[talk->why];
	refuse(talk, talk->why, text ? text : talk->keep_why, error);
	return TRUE;
}

/* Without an answer: who is to blame? */
static gboolean no_answer(const struct talk *talk, const GPtrArray *said, const char *last,
	const GError *of_answer, GError **error)
{
	gboolean says_why = WIFEXITED(talk->status) && WEXITSTATUS(talk->status) == SAYS_WHY;
	g_autofree char *why = NULL;

	if (says_why && said->len)
		return refuse(talk, DOOR_ERROR_SCRIPT, said->pdata[said->len - 1], error);
	if (of_answer->code == ANSWER_ERROR_WRONG || of_answer->code == ANSWER_ERROR_KEEP) {
		why = g_strdup_printf("its answer cannot be taken: %s", of_answer->message);
		return refuse(talk, DOOR_ERROR_ANSWER, why, error);
	}
	why = g_strdup_printf("%s%s%s",
		of_answer->code == ANSWER_ERROR_SHORT ||
				(WIFEXITED(talk->status) && WEXITSTATUS(talk->status) != LOST)
			? "the connection was lost"
			: "there is no connection",
		last ? ": " : "", last ? last : "");
	return refuse(talk, DOOR_ERROR_CONNECTION, why, error);
}

static gboolean take_answer(
	const struct talk *talk, const char *mark, const char *dir, GPtrArray *said, GError **error)
{
	g_autofree char *last = NULL;
	g_autoptr(GError) why = NULL;

	sort_words(talk, mark, said, &last);
	if (ended_on_demand(talk, error))
		return FALSE;
	if (answer_unpack(talk->kept, mark, dir, &why))
		return TRUE;
	return no_answer(talk, said, last, why, error);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static int new_file(GError **error)
{
	g_autofree char *path = NULL;
	int fd = g_file_open_tmp("lkpdigest.XXXXXX", &path, error);

	if (path)
		g_unlink(path);
	return fd;
}

/* A write to a shell that is gone is to fail, not to kill us. */
static void ignore_pipes(struct sigaction *ret_before)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};

	sigaction(SIGPIPE, &ignore, ret_before);
}

gboolean door_ask(const struct door *door, const struct door_script *script, guint seconds,
	const char *dir, GPtrArray *said, GError **error)
{
	struct talk talk = {.door = door,
		.script = {script->text->str, script->text->len},
		.fds = {-1, -1, -1},
		.start = g_get_monotonic_time()};
	struct sigaction before;
	gboolean done = FALSE;

	talk.kept = new_file(error);
	if (talk.kept < 0)
		return FALSE;
	talk.words = g_string_new(NULL);
	talk.end = answer_end(script->mark);
	ignore_pipes(&before);
	if (!door->host)
		prctl(PR_SET_CHILD_SUBREAPER, 1);
	if (start(&talk, error)) {
		talk_to_its_end(&talk, seconds);
		done = take_answer(&talk, script->mark, dir, said, error);
	}
	prctl(PR_SET_CHILD_SUBREAPER, 0);
	sigaction(SIGPIPE, &before, NULL);
	g_string_free(talk.words, TRUE);
	g_free(talk.end);
	close(talk.kept);
	return done;
}

/* ---- folders --------------------------------------------------------------------------------- */

char *door_folder_new(GError **error)
{
	return g_dir_make_tmp("lkpdigest-answer-XXXXXX", error);
}

/* Links are removed, not followed, though answer_unpack() makes none. */
static void remove_all(const char *path)
{
	GDir *open = g_unlink(path) ? g_dir_open(path, 0, NULL) : NULL;
	const char *name;

	while (open && (name = g_dir_read_name(open))) {
		g_autofree char *below = g_build_filename(path, name, NULL);

		remove_all(below);
	}
	if (open)
		g_dir_close(open);
	g_rmdir(path);
}

void door_folder_free(char *dir)
{
	if (dir)
		remove_all(dir);
	g_free(dir);
}
