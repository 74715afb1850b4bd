/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses that archives hide: what is put back, what is only told, what is left alone. */
#include "parse/address.h"
#include "parse/event_link.h"
#include "parse/records.h"

#define ID "202605121549.4b9f0f7e-lkp"
#define LINK "https://lore.kernel.org/oe-lkp/" ID

static void puts_back(void)
{
	static const struct {
		const char *text, *whole;
	} cases[] = {
		{"maintainer at example.org", "maintainer@example.org"},
		{"Name <maintainer () example ! org>", "Name <maintainer@example.org>"},
		{"<a.b-c_d+e(a)mail.example.org>", "<a.b-c_d+e@mail.example.org>"},
		{"a (at) example.org b", "a@example.org b"},
		{"a [at] example.org", "a@example.org"},
		/* Prose, what has an address already, what is no domain. */
		{"look at this", NULL},
		{"look at this. Then", NULL},
		{"Robot at work.example <lkp@intel.com> at x.y",
			"Robot@work.example <lkp@intel.com> at x.y"},
		{"<lkp@intel.com> at x.y", NULL},
		{"f() is ! not", NULL},
		{"at example.org", NULL},
		{"", NULL},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *whole = address_put_back(slice_of(cases[i].text));

		g_assert_cmpstr(whole, ==, cases[i].whole);
	}
}

static void tells_masks(void)
{
	static const char *const masked[] = {"lkp@xxxxxxxxx", "<lkp@xxxxxxxxx>", "lkp@...el.com",
		"a@b.c, d@xxx", "Name <[email protected]>", "[email\xc2\xa0protected]"};
	static const char *const whole[] = {
		"lkp@intel.com", "a@xx", "a@xxxl.com", "email protected", "a@.b", "", "nothing"};

	for (guint i = 0; i < G_N_ELEMENTS(masked); i++)
		g_assert_true(address_is_masked(slice_of(masked[i])));
	for (guint i = 0; i < G_N_ELEMENTS(whole); i++)
		g_assert_false(address_is_masked(slice_of(whole[i])));
}

/* Only what the robot's own ids can have been. */
static void unmasks_ids(void)
{
	static const struct {
		const char *id, *whole;
	} cases[] = {
		{ID "@xxxxxxxxx", ID "@intel.com"},
		{ID "@...el.com", ID "@intel.com"},
		{"202605121549.4b9f0f7e-first.last@xxxxxxxxx",
			"202605121549.4b9f0f7e-first.last@intel.com"},
		{ID "@xxxxxxxxxxx", NULL},
		{ID "@...le.org", NULL},
		{ID "@...", NULL},
		{ID "@example.org", NULL},
		{"1234.4b9f0f7e-lkp@xxxxxxxxx", NULL},
		{"202605121549.4b9f0f7e@xxxxxxxxx", NULL},
		{"", NULL},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *whole = address_unmask_id(slice_of(cases[i].id));

		g_assert_cmpstr(whole, ==, cases[i].whole);
	}
}

static void reads_links(void)
{
	static const struct {
		const char *line, *link;
		guint repairs;
	} cases[] = {
		{"| Closes: " LINK "@intel.com", LINK "@intel.com", 0},
		{"| Closes: " LINK " at intel.com", LINK "@intel.com", REPAIR_ADDRESS},
		{"| Closes: " LINK " () intel ! com/", LINK "@intel.com/", REPAIR_ADDRESS},
		{"Link: " LINK "(a)intel.com.", LINK "@intel.com", REPAIR_ADDRESS},
		{"Link: <" LINK "@xxxxxxxxx/repro>", LINK "@intel.com/repro", REPAIR_ADDRESS},
		{"Link: " LINK "@...el.com", LINK "@intel.com", REPAIR_ADDRESS},
		{"https://urldefense.com/v3/__" LINK "@intel.com__;!!x$", LINK "@intel.com",
			REPAIR_LINK},
		/* What is masked and nobody's known form stays; what is cut is none. */
		{"https://host/list/1@xxxxxxxxx", "https://host/list/1@xxxxxxxxx", 0},
		{"https://lore.kernel.org/linux-mm/20211018.45350-1-author at example.org/",
			"https://lore.kernel.org/linux-mm/20211018.45350-1-author@example.org/",
			REPAIR_ADDRESS},
		{"see https://lore.kernel.org/linux-mm/ at example.org",
			"https://lore.kernel.org/linux-mm/", 0},
		{"see https://host/page at example.org", "https://host/page", 0},
		{"Closes: https://lore.kernel.org/oe-lkp/[email protected]", NULL, 0},
		{"nothing", NULL, 0},
	};
	GStringChunk *text = g_string_chunk_new(64);

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		guint repairs = 0;
		g_autofree char *link =
			slice_dup(link_read(slice_of(cases[i].line), text, &repairs));

		g_assert_cmpstr(link, ==, cases[i].link);
		g_assert_cmpuint(repairs, ==, cases[i].repairs);
	}
	g_string_chunk_free(text);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/address/puts-back", puts_back);
	g_test_add_func("/address/tells-masks", tells_masks);
	g_test_add_func("/address/unmasks-ids", unmasks_ids);
	g_test_add_func("/address/reads-links", reads_links);
	return g_test_run();
}
