/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `list` and `show` print: JSON objects as scripts rely on (doc/lkpdigest.1), and
 * tables for people in which text of strangers is made safe (base/show.h).
 */
#pragma once

#include "store/store.h"

#include <jansson.h>

json_t *json_of_report(const struct store_report *report);
json_t *json_of_message(const struct store_message *message);
json_t *json_of_table(const struct store_table *table);
json_t *json_of_row(const struct store_row *row);
json_t *json_of_impact(const struct store_impact *impact);
json_t *json_of_job(const struct store_job *job);
json_t *json_of_attachment(const struct store_attachment *attachment);
json_t *json_of_source(const struct store_source *source);
json_t *json_of_diag(const struct store_diag *diag);
json_t *json_of_commit(const struct store_commit *commit);
