/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text in which addresses are looked for. */
#include "base/mask.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* Any piece of the text before it is there to be read, and the address is one. */
static gboolean stands(const char *address, struct slice before, void *data)
{
	const char *text = data;

	g_assert_true(before.at == text || !before.len || before.at);
	g_assert_true(strchr(address, '@') && address[0] != '@');
	return before.len % 3 == 1;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	g_autofree char *text = g_strndup((const char *)data, size);
	g_autofree char *masked = mask_addresses(text, stands, text);

	g_assert_true(!masked || strstr(masked, MASK_TEXT));
	return 0;
}
