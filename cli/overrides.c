/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/overrides.h"

#include "cli/talk.h"
#include "cli/text_file.h"

/* What decisions_read() would read of it at most. */
#define OVERRIDES_BYTES_MAX ((gsize)DECISIONS_MAX * DECISION_LINE_MAX)

gboolean overrides_read(const struct options *options, struct decisions **ret, GError **error)
{
	const struct diag_sink sink = talk_sink(options->quiet, options->hide_addresses);
	g_autofree char *usual =
		g_build_filename(g_get_user_config_dir(), "lkpdigest", "overrides", NULL);
	const char *name = options->overrides ? options->overrides : usual;
	g_autofree char *text = NULL;
	gsize len;

	*ret = NULL;
	if (!options->overrides && !g_file_test(usual, G_FILE_TEST_EXISTS))
		return TRUE;
	text = text_file_read(name, OVERRIDES_BYTES_MAX, &len, error);
	if (!text)
		return FALSE;
	*ret = decisions_read(name, text, len, &sink);
	return TRUE;
}
