/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The style sheet and the script of the page, render/digest.css and render/digest.js. */
#include "render/digest_page.h"

#define SHA256_BYTES 32

const char page_style[] =
#include "render/digest_css.h"
	;

const char page_script[] =
#include "render/digest_js.h"
	;

char *page_script_hash(void)
{
	g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
	guint8 digest[SHA256_BYTES];
	gsize len = sizeof digest;

	g_checksum_update(checksum, (const guchar *)page_script, sizeof page_script - 1);
	g_checksum_get_digest(checksum, digest, &len);

	g_autofree char *encoded = g_base64_encode(digest, len);

	return g_strdup_printf("'sha256-%s'", encoded);
}
