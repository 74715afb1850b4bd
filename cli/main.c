/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/command.h"

int main(int argc, char **argv)
{
	return argc > 0 ? command_main((const char *const *)argv + 1) : EXIT_USAGE;
}
