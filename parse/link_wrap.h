/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Links that the gateways of companies wrapped, so that a click goes through them:
 *
 *   https://urldefense.com/v3/__https://host/path__;!!token$
 *   https://urldefense.proofpoint.com/v2/url?u=https-3A__host_path&d=...
 *   https://nam06.safelinks.protection.outlook.com/?url=https%3A%2F%2Fhost%2Fpath&data=...
 */
#pragma once

#include "base/slice.h"

/*
 * The link inside, decoded and kept in `text`; the link itself when none is inside, or what
 * is there is no http link, or characters of it are left out.  Nothing is ever fetched.
 */
struct slice link_unwrap(struct slice link, GStringChunk *text);
