/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a message is: told by its author and content.  The subject cannot tell a
 * report from a reply, since reports on posted patches answer the patch's subject.
 */
#pragma once

#include "parse/body.h"
#include "parse/headline.h"
#include "parse/records.h"
#include "parse/subject.h"

struct kind {
	enum message_kind kind;
	enum author_kind author;
	struct headline headline; /* of reports */
};

/*
 * A headline at depth 0 makes a robot's mail a report.  Without one it is a summary,
 * a build report, a patch or a reply by what stands at depth 0.  Before 2016 the
 * robot wrote under people's names: then the sentence alone makes it the robot's.
 */
struct kind kind_of(const struct mail *mail, const struct subject *subject, const GArray *lines,
	GStringChunk *text, const struct diag_sink *sink);
