/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each repair is named in the records that it touched. */
#pragma once

#include "parse/records.h"

/*
 * Adds what was mended of the text before it was read (mail.h) to the repairs of rows,
 * tables, citations and events; to those of the message, all of them.
 */
void repairs_name(struct records *records);
