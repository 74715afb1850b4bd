/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A job written anew: one document of a map, whose values are scalars or maps of scalars.  No
 * tag, anchor or merge key; what is no plain number stands in single quotes.
 */
#pragma once

#include <glib.h>

struct job_writer;

struct job_writer *job_writer_new(void);

/* A key with its value; NULL: null. */
void job_writer_add(struct job_writer *writer, const char *key, const char *value);

/* A key whose value is a map, and its end.  One in another is not meant. */
void job_writer_open(struct job_writer *writer, const char *key);
void job_writer_close(struct job_writer *writer);

/* Ends and frees it.  The text, g_free(). */
char *job_writer_end(struct job_writer *writer);
