/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/machine.h"

#include "base/literal.h"

#include <gio/gio.h>

#define SECTOR 512 /* bytes, in which /sys/block counts whatever the disk's own are */

/* ---- files ---------------------------------------------------------------------------------- */

static GBytes *read_stream(GInputStream *stream, gsize most)
{
	GByteArray *all = g_byte_array_new();
	guint8 buffer[8192];
	gssize n;

	while (all->len < most && (n = g_input_stream_read(stream, buffer,
					   MIN(sizeof buffer, most - all->len), NULL, NULL)) > 0)
		g_byte_array_append(all, buffer, (guint)n);
	return g_byte_array_free_to_bytes(all);
}

/* NULL: it cannot be opened. */
static GBytes *read_file(
	const struct machine *machine, const char *path, gboolean packed, gsize most)
{
	g_autofree char *whole = g_strconcat(machine->root, path, NULL);
	g_autoptr(GFile) file = g_file_new_for_path(whole);
	g_autoptr(GFileInputStream) raw = NULL;

	if (g_file_query_file_type(file, G_FILE_QUERY_INFO_NONE, NULL) != G_FILE_TYPE_REGULAR)
		return NULL;
	raw = g_file_read(file, NULL, NULL);
	if (!raw)
		return NULL;
	if (!packed)
		return read_stream(G_INPUT_STREAM(raw), most);

	g_autoptr(GZlibDecompressor) gunzip =
		g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP);
	g_autoptr(GInputStream) text =
		g_converter_input_stream_new(G_INPUT_STREAM(raw), G_CONVERTER(gunzip));
	return read_stream(text, most);
}

char *machine_file(const struct machine *machine, const char *path)
{
	g_autoptr(GBytes) bytes = read_file(machine, path, FALSE, MACHINE_FILE_MAX);

	if (!bytes)
		return NULL;
	gsize len;
	const char *at = g_bytes_get_data(bytes, &len);
	return g_strstrip(g_strndup(at ? at : "", len));
}

/* The value of "key   : value" or "key: value unit", of the first such line. */
static char *value_of(const char *text, const char *key)
{
	struct slice rest = slice_of(text), line;

	while (slice_next_line(&rest, &line)) {
		const char *colon = slice_find(line, ":");

		if (colon && slice_is(slice_trim(slice_between(line.at, colon)), key))
			return slice_dup(slice_trim(slice_between(colon + 1, line.at + line.len)));
	}
	return NULL;
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* "0-3,8,10-11"; 0: it is no such list. */
static guint count_list(const char *list)
{
	g_auto(GStrv) ranges = g_strsplit(list, ",", 0);
	guint count = 0;

	for (char **range = ranges; *range; range++) {
		g_auto(GStrv) ends = g_strsplit(*range, "-", 2);
		guint64 from, to;

		if (!ends[0] || !literal_count(slice_of(ends[0]), &from))
			return 0;
		to = from;
		if (ends[1] && !literal_count(slice_of(ends[1]), &to))
			return 0;
		if (to < from || to > G_MAXUINT16)
			return 0;
		count += (guint)(to - from + 1);
	}
	return count;
}

static void read_cpus(struct machine *machine)
{
	g_autofree char *online = machine_file(machine, "/sys/devices/system/cpu/online");
	g_autofree char *info = machine_file(machine, "/proc/cpuinfo");

	machine->nr_cpu = online ? count_list(online) : 0;
	if (!info)
		return;
	machine->model = value_of(info, "model name");
	machine->microcode = value_of(info, "microcode");
}

/* Bytes; 0: it does not say. */
static guint64 bytes_of(const char *info, const char *name)
{
	g_autofree char *text = value_of(info, name);
	guint64 kib;

	if (!text || !g_str_has_suffix(text, " kB"))
		return 0;
	text[strlen(text) - strlen(" kB")] = 0;
	return literal_count(slice_of(text), &kib) && kib <= G_MAXUINT64 >> 10 ? kib << 10 : 0;
}

static void read_memory(struct machine *machine)
{
	g_autofree char *info = machine_file(machine, "/proc/meminfo");

	machine->memory = info ? bytes_of(info, "MemTotal") : 0;
	machine->huge_page = info ? bytes_of(info, "Hugepagesize") : 0;
}

/* The value of NAME=VALUE, without quotation marks. */
static char *assigned(const char *text, const char *name)
{
	struct slice rest = slice_of(text), line;
	gsize len = strlen(name);

	while (slice_next_line(&rest, &line))
		if (slice_starts(line, name) && line.len > len && line.at[len] == '=') {
			char *value = slice_dup(slice_skip(line, len + 1));

			return g_strstrip(g_strdelimit(value, "\"'", ' '));
		}
	return NULL;
}

/* "... (gcc (Debian 12.2.0-14) 12.2.0, GNU ld ...) ...": "gcc-12". */
static char *compiler_of(const char *version)
{
	static const char *const compilers[] = {"gcc", "clang"};

	for (guint i = 0; i < G_N_ELEMENTS(compilers); i++) {
		const char *at = strstr(version, compilers[i]);
		const char *number = at ? strstr(at, ") ") : NULL;
		gsize digits = number ? strspn(number + 2, "0123456789") : 0;

		if (digits)
			return g_strdup_printf("%s-%.*s", compilers[i], (int)digits, number + 2);
	}
	return NULL;
}

static void read_names(struct machine *machine)
{
	g_autofree char *release = machine_file(machine, "/etc/os-release");
	g_autofree char *version = machine_file(machine, "/proc/version");
	g_autofree char *id = release ? assigned(release, "ID") : NULL;
	g_autofree char *number = release ? assigned(release, "VERSION_ID") : NULL;

	machine->host = machine_file(machine, "/proc/sys/kernel/hostname");
	machine->system = id && number ? g_strdup_printf("%s-%s", id, number) : g_strdup(id);
	machine->compiler = version ? compiler_of(version) : NULL;
}

static void read_user(struct machine *machine)
{
	g_autofree char *status = machine_file(machine, "/proc/self/status");
	g_autofree char *ids = status ? value_of(status, "Uid") : NULL;
	g_auto(GStrv) id = g_strsplit(ids ? ids : "", "\t", 0); /* real, effective, ... */

	machine->is_root = g_strv_length(id) > 1 && !strcmp(id[1], "0");
}

static void read_config(struct machine *machine)
{
	g_autofree char *of_release = machine->release && !strchr(machine->release, '/')
					      ? g_strconcat("/boot/config-", machine->release, NULL)
					      : NULL;

	machine->config_path = g_strdup("/proc/config.gz");
	machine->config = read_file(machine, machine->config_path, TRUE, MACHINE_CONFIG_MAX);
	if (machine->config || !of_release)
		return;
	g_free(machine->config_path);
	machine->config_path = g_steal_pointer(&of_release);
	machine->config = read_file(machine, machine->config_path, FALSE, MACHINE_CONFIG_MAX);
}

/* ---- disks ----------------------------------------------------------------------------------- */

static void disk_free(gpointer data)
{
	struct machine_disk *disk = data;

	g_free(disk->name);
	g_free(disk);
}

static gint by_name(gconstpointer a, gconstpointer b)
{
	return strcmp(
		(*(struct machine_disk *const *)a)->name, (*(struct machine_disk *const *)b)->name);
}

static gboolean is_disk(const char *name)
{
	static const char *const others[] = {"loop", "ram", "zram", "sr", "fd", "dm-", "md"};

	for (guint i = 0; i < G_N_ELEMENTS(others); i++)
		if (g_str_has_prefix(name, others[i]))
			return FALSE;
	return TRUE;
}

static void add_disk(struct machine *machine, const char *name)
{
	g_autofree char *size_path = g_strconcat("/sys/block/", name, "/size", NULL);
	g_autofree char *turn_path = g_strconcat("/sys/block/", name, "/queue/rotational", NULL);
	g_autofree char *size = machine_file(machine, size_path);
	g_autofree char *turns = machine_file(machine, turn_path);
	struct machine_disk *disk;
	guint64 sectors;

	if (!size || !literal_count(slice_of(size), &sectors) || !sectors ||
		sectors > G_MAXUINT64 / SECTOR)
		return;
	disk = g_new0(struct machine_disk, 1);
	*disk = (struct machine_disk){
		g_strdup(name), sectors * SECTOR, turns && !strcmp(turns, "1")};
	g_ptr_array_add(machine->disks, disk);
}

static void read_disks(struct machine *machine)
{
	g_autofree char *folder = g_strconcat(machine->root, "/sys/block", NULL);
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir)))
		if (is_disk(name))
			add_disk(machine, name);
	if (dir)
		g_dir_close(dir);
	g_ptr_array_sort(machine->disks, by_name);
}

/* ---- the whole ------------------------------------------------------------------------------- */

struct machine *machine_read(const char *root)
{
	struct machine *machine = g_new0(struct machine, 1);

	machine->root = g_strdup(root);
	while (g_str_has_suffix(machine->root, "/"))
		machine->root[strlen(machine->root) - 1] = 0;
	machine->disks = g_ptr_array_new_with_free_func(disk_free);
	machine->release = machine_file(machine, "/proc/sys/kernel/osrelease");
	read_names(machine);
	read_cpus(machine);
	read_memory(machine);
	read_user(machine);
	read_config(machine);
	read_disks(machine);
	return machine;
}

void machine_free(struct machine *machine)
{
	if (!machine)
		return;
	g_free(machine->root);
	g_free(machine->release);
	g_free(machine->model);
	g_free(machine->microcode);
	g_free(machine->host);
	g_free(machine->system);
	g_free(machine->compiler);
	g_ptr_array_unref(machine->disks);
	g_clear_pointer(&machine->config, g_bytes_unref);
	g_free(machine->config_path);
	g_clear_pointer(&machine->programs, g_hash_table_unref);
	g_free(machine);
}

const char *const *machine_program_folders(void)
{
	static const char *const folders[] = {"/usr/local/bin", "/usr/bin", "/bin",
		"/usr/local/sbin", "/usr/sbin", "/sbin", NULL};

	return folders;
}

static gboolean is_program(const struct machine *machine, const char *path)
{
	g_autofree char *whole = g_strconcat(machine->root, path, NULL);

	if (machine->programs)
		return g_hash_table_contains(machine->programs, path);
	return g_file_test(whole, G_FILE_TEST_IS_EXECUTABLE) &&
	       !g_file_test(whole, G_FILE_TEST_IS_DIR);
}

char *machine_program(const struct machine *machine, const char *folder, const char *name)
{
	const char *const one[] = {folder, NULL};

	for (const char *const *in = folder ? one : machine_program_folders(); *in; in++) {
		g_autofree char *path = g_strdup_printf("%s/%s", *in, name);

		if (is_program(machine, path))
			return g_steal_pointer(&path);
	}
	return NULL;
}

char *machine_config(const struct machine *machine, const char *symbol)
{
	struct slice rest = SLICE_NULL, line;
	gsize len = strlen(symbol);

	if (machine->config)
		rest.at = g_bytes_get_data(machine->config, &rest.len);
	while (slice_next_line(&rest, &line))
		if (slice_starts(line, symbol) && line.len > len && line.at[len] == '=')
			return slice_dup(slice_skip(line, len + 1));
	return NULL;
}
