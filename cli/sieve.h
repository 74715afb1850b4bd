/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the reader lets through, while a mail's bytes are still in the processor's cache: of
 * all others nothing is handed on but a small record.
 *
 * The writer knows which answers matter (cli/below), but only when it comes to them.  Until
 * then the bytes of those that may are kept; they are known here, in the order of the input,
 * as those that hang, by mails of this run, below one that holds a word of the robot's.
 */
#pragma once

#include "parse/mail.h"
#include "parse/thread_ids.h"

enum sieved {
	SIEVE_MATTERS,   /* it holds words of the robot's: worth taking apart */
	SIEVE_ANSWERS,   /* it does not, but may answer one that matters */
	SIEVE_DISMISSED, /* its record is all that is wanted */
};

struct sieve;

struct sieve *sieve_new(void);
void sieve_free(struct sieve *sieve); /* NULL is allowed */

enum sieved sieve_message(struct sieve *sieve, struct slice raw, struct thread_ids *ret_ids);

/* One that was taken apart; whether it `matters` is known. */
enum sieved sieve_mail(
	struct sieve *sieve, const struct mail *mail, gboolean matters, struct thread_ids *ret_ids);
