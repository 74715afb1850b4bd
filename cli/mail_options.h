/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who gets a digest as a mail: --from, --to, --cc. */
#pragma once

#include "render/letter.h"

#include <glib.h>

struct mail_options {
	char *from, *to, *cc;
};

void mail_options_add(GOptionContext *context, struct mail_options *options);
void mail_options_clear(struct mail_options *options);

/* FALSE: said. */
gboolean mail_options_understand(const struct mail_options *options);

/* The envelope of a mail, which borrows from the options.  FALSE, said: somebody is missing. */
gboolean mail_options_envelope(const struct mail_options *options, struct envelope *ret_envelope);
