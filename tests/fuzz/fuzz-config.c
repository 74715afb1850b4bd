/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A configuration file, any bytes: it is read, or an error says why not. */
#define _GNU_SOURCE
#include "cli/config.h"

#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	int fd = memfd_create("fuzz", MFD_CLOEXEC);
	g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", fd);
	g_autoptr(GError) error = NULL;

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		return 0;

	struct config *config = config_read(path, &error);

	g_assert_true(!config == (error != NULL));
	config_free(config);
	close(fd);
	return 0;
}
