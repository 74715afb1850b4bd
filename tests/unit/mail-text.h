/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mails made by hand, for the tests of parse/. */
#pragma once

#include "base/diag.h"
#include "parse/parse.h"

static inline struct mail *mail_from(const char *name, const char *address, const char *subject)
{
	struct origin origin = {"test", 0, NULL, 0, 0};
	struct mail *mail = mail_new(&origin);

	mail->message_id = g_strdup("1@example.org");
	mail->from_name = g_strdup(name);
	mail->from_address = g_strdup(address);
	mail->subject = g_strdup(subject);
	return mail;
}

static inline struct mail *mail_from_robot(const char *subject)
{
	return mail_from("kernel test robot", "oliver.sang@intel.com", subject);
}

/* A text part; the text is not copied. */
static inline struct mail_part *mail_add_text(
	struct mail *mail, const char *name, const char *text, gsize len)
{
	struct mail_part *part = mail_add_part(mail);

	part->name = g_strdup(name);
	part->type = g_strdup("text/plain");
	part->attached = name != NULL;
	part->is_text = TRUE;
	part->bytes = (struct slice){text, len};
	part->size = len;
	return part;
}

/* A mail, its records and its diagnostics. */
typedef struct {
	struct mail *mail;
	struct records *records;
	GPtrArray *diags;
} parsed;

static inline parsed parsed_of(struct mail *mail)
{
	parsed p = {mail, NULL, diag_list_new()};
	struct diag_sink sink = diag_list_sink(p.diags);

	p.records = parse_mail(mail, &sink);
	return p;
}

static inline parsed parsed_text(struct mail *mail, const char *body)
{
	mail_add_text(mail, NULL, body, strlen(body));
	return parsed_of(mail);
}

static inline void parsed_clear(parsed *p)
{
	records_free(p->records);
	mail_free(p->mail);
	g_ptr_array_unref(p->diags);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(parsed, parsed_clear)

static inline guint parsed_diags(const parsed *p, enum diag_id id)
{
	guint n = 0;

	for (guint i = 0; i < p->diags->len; i++)
		n += ((const struct diag *)g_ptr_array_index(p->diags, i))->id == id;
	return n;
}

/* Asserts what a slice holds; NULL: that it is absent. */
#define assert_slice(s, expected)                                                                  \
	do {                                                                                       \
		g_autofree char *copy_ = slice_dup(s);                                             \
		g_assert_cmpstr(copy_, ==, expected);                                              \
	} while (0)
