/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The machine at hand, by the files of its kernel and system below a root: "/", or a made-up
 * tree.  Reads only.
 */
#pragma once

#include <glib.h>

#define MACHINE_FILE_MAX (1 << 20)   /* bytes of one file of /proc or /sys that are looked at */
#define MACHINE_CONFIG_MAX (4 << 20) /* of a kernel config */

struct machine_disk {
	char *name; /* "nvme0n1" */
	guint64 bytes;
	gboolean is_rotating;
};

struct machine {
	char *root;                     /* without a '/' at its end; "" is the system itself */
	char *release;                  /* of the running kernel; NULL: unknown; so the following */
	char *model, *microcode;        /* of the first CPU */
	char *host, *system, *compiler; /* its name; "debian-12"; of the kernel, "gcc-12" */
	guint nr_cpu;                   /* online; 0: unknown */
	guint64 memory;                 /* bytes; 0: unknown */
	guint64 huge_page;              /* bytes of one; 0: unknown, or there are none */
	GPtrArray *disks;               /* of struct machine_disk *, by name; no loop, ram, zram */
	gboolean is_root;               /* we may change settings */
	GBytes *config;                 /* of the running kernel; NULL: not to be found */
	char *config_path;
	GHashTable *programs; /* their paths, of another machine; NULL: they are looked for */
};

struct machine *machine_read(const char *root);
void machine_free(struct machine *machine); /* NULL is allowed */

/* Where a program lies: in `folder` if that is named, else in the system's own folders.
 * NULL: nowhere.  g_free(). */
char *machine_program(const struct machine *machine, const char *folder, const char *name);

const char *const *machine_program_folders(void); /* NULL-terminated */

/* The text of a file, without blanks at its ends; NULL: it cannot be read.  g_free(). */
char *machine_file(const struct machine *machine, const char *path);

/* "y", "m", a number or text of a CONFIG_ symbol; NULL: not set, or no config. g_free(). */
char *machine_config(const struct machine *machine, const char *symbol);
