/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of tables among few tables; tests/cli/copies.t has whole mails. */
#include "store/family.h"

/* A store may lose the last table between two judgements. */
static void no_table(void)
{
	family_judge(NULL, 0);
}

static void one_table(void)
{
	struct family_table table = {0};

	family_judge(&table, 1);
	g_assert_null(table.original);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/store/family/no-table", no_table);
	g_test_add_func("/store/family/one-table", one_table);
	return g_test_run();
}
