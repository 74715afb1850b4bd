/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The job reader on any bytes: its limits hold and every field lies in one job. */
#include "parse/job.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct origin origin = {"fuzz", -1, NULL, 0, 0};
	struct mail *mail = mail_new(&origin);
	struct records *records = records_new(mail);
	guint fields = 0;
	guint jobs = job_read(records, 1, (struct slice){(const char *)data, size}, NULL);

	g_assert_true(jobs == records->jobs->len && jobs <= JOB_DOCUMENTS_MAX);
	for (guint i = 0; i < jobs; i++) {
		const struct job *job = RECORD(records->jobs, struct job, i);

		g_assert_true(job->fields.first == fields && job->fields.count > 0);
		fields += job->fields.count;
	}
	g_assert_true(fields == records->fields->len && fields <= JOB_FIELDS_MAX);
	for (guint i = 0; i < fields; i++)
		g_assert_true(RECORD(records->fields, struct field, i)->key.len > 0 ||
			      RECORD(records->fields, struct field, i)->key.at);
	records_free(records);
	mail_free(mail);
	return 0;
}
