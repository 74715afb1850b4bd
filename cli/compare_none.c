/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare_none.h"

#include "cli/output.h"
#include "cli/talk.h"
#include "render/full.h"
#include "render/history.h"

enum exit_status compare_none(const struct compare_options *options, const char *reason)
{
	g_autoptr(GString) out = g_string_new(NULL);

	talk("compare: %s", reason);
	if (options->form == COMPARE_CSV)
		full_print_csv(out, NULL, NULL, 0);
	else if (options->form == COMPARE_JSON)
		(options->history ? history_print_no_json : full_print_no_json)(out, reason);
	output_print(out->str);
	return EXIT_FOUND;
}
