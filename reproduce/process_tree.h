/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes of this machine, by /proc. */
#pragma once

#include <glib.h>
#include <sys/types.h>

/* Bytes that a process and all below it have in memory; what they share counts for each. */
guint64 process_tree_memory(pid_t top);

/* Threads of a user's processes. */
guint process_tree_count(uid_t user);

/* Kills all below a process, not itself, as they are at the moment. */
void process_tree_kill(pid_t top);
