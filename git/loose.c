/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "git/loose.h"

#include "base/literal.h"

#include <fcntl.h>
#include <git2/sys/odb_backend.h>
#include <glib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define HEADER_MAX 32 /* "commit", a blank, 19 digits and NUL are 27 */
#define STEP 16384    /* packed bytes read at once */

struct gitloose {
	git_odb_backend base; /* first: libgit2 knows the whole by it */
	char *objects;
	gsize bytes_max;
};

/* An object that is being unpacked. */
struct unpacking {
	int fd;
	z_stream z;
	int status; /* zlib's last */
	guint8 packed[STEP];
	char header[HEADER_MAX]; /* and the first bytes behind it */
	gsize header_len, have;  /* of the header with its NUL; of all in it */
	git_object_t type;
	gsize size; /* as the header says */
};

/* ---- the file ------------------------------------------------------------------------ */

static int open_object(const struct gitloose *loose, const git_oid *id)
{
	char digits[GIT_OID_HEXSZ + 1];
	struct stat st;

	git_oid_tostr(digits, sizeof digits, id);
	g_autofree char *path = g_strdup_printf("%s/%.2s/%s", loose->objects, digits, digits + 2);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (fd >= 0 && (fstat(fd, &st) || !S_ISREG(st.st_mode))) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Fills `to`; less only at the end of the data or where they are damaged. */
static gsize unpack(struct unpacking *u, void *to, gsize len)
{
	u->z.next_out = to;
	u->z.avail_out = (uInt)len;
	while (u->z.avail_out && u->status == Z_OK) {
		if (!u->z.avail_in) {
			gssize got = read(u->fd, u->packed, STEP);
			if (got <= 0)
				break;
			u->z.next_in = u->packed;
			u->z.avail_in = (uInt)got;
		}
		u->status = inflate(&u->z, Z_NO_FLUSH);
	}
	u->z.next_out = NULL; /* the caller's, who may end before */
	return len - u->z.avail_out;
}

/* ---- the header ------------------------------------------------------------------------ */

/* "TYPE SIZE" and NUL. */
static gboolean read_header(struct unpacking *u)
{
	u->have = unpack(u, u->header, HEADER_MAX);

	const char *nul = memchr(u->header, '\0', u->have);
	const char *blank = nul ? strchr(u->header, ' ') : NULL;
	guint64 size;

	if (!blank || !literal_count(slice_of(blank + 1), &size) || size > G_MAXINT64)
		return FALSE;
	g_autofree char *type = g_strndup(u->header, (gsize)(blank - u->header));
	u->type = git_object_string2type(type);
	u->size = (gsize)size;
	u->header_len = (gsize)(nul + 1 - u->header);
	return git_object_typeisloose(u->type);
}

static gboolean begin(struct unpacking *u, git_odb_backend *backend, const git_oid *id)
{
	*u = (struct unpacking){.fd = open_object((struct gitloose *)backend, id)};
	if (u->fd < 0)
		return FALSE;
	if (inflateInit(&u->z) == Z_OK && read_header(u))
		return TRUE;
	inflateEnd(&u->z);
	close(u->fd);
	return FALSE;
}

static void end(struct unpacking *u)
{
	inflateEnd(&u->z);
	close(u->fd);
}

/* ---- the data ------------------------------------------------------------------------ */

/* `data` has room for exactly the size in the header; the checksum behind is zlib's. */
static gboolean read_data(struct unpacking *u, char *data)
{
	gsize first = u->have - u->header_len;
	char more;

	if (first > u->size)
		return FALSE;
	memcpy(data, u->header + u->header_len, first);
	return unpack(u, data + first, u->size - first) == u->size - first &&
	       !unpack(u, &more, 1) && u->status == Z_STREAM_END;
}

static int loose_read(void **ret_data, size_t *ret_size, git_object_t *ret_type,
	git_odb_backend *backend, const git_oid *id)
{
	struct unpacking u;

	if (!begin(&u, backend, id))
		return GIT_ENOTFOUND;
	gsize most = ((struct gitloose *)backend)->bytes_max;
	void *data = u.size <= most ? git_odb_backend_data_alloc(backend, u.size + 1) : NULL;
	gboolean sound = data && read_data(&u, data);
	end(&u);
	if (!sound) {
		if (data)
			git_odb_backend_data_free(backend, data);
		return GIT_ENOTFOUND;
	}
	((char *)data)[u.size] = '\0'; /* as libgit2's own parsers of commits like it */
	*ret_data = data;
	*ret_size = u.size;
	*ret_type = u.type;
	return 0;
}

static int loose_read_header(
	size_t *ret_size, git_object_t *ret_type, git_odb_backend *backend, const git_oid *id)
{
	struct unpacking u;

	if (!begin(&u, backend, id))
		return GIT_ENOTFOUND;
	end(&u);
	*ret_size = u.size;
	*ret_type = u.type;
	return 0;
}

static int loose_exists(git_odb_backend *backend, const git_oid *id)
{
	int fd = open_object((struct gitloose *)backend, id);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* ---- many objects --------------------------------------------------------------------------- */

/* Of the objects whose ids begin with these two digits. */
static int each_of(
	const struct gitloose *loose, const char *two, git_odb_foreach_cb each, void *data)
{
	g_autofree char *path = g_build_filename(loose->objects, two, NULL);
	g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
	const char *name;
	int stopped = 0;

	while (folder && !stopped && (name = g_dir_read_name(folder))) {
		g_autofree char *digits = g_strconcat(two, name, NULL);
		git_oid id;

		if (strlen(digits) == GIT_OID_HEXSZ && !git_oid_fromstr(&id, digits))
			stopped = each(&id, data);
	}
	return stopped;
}

static int loose_foreach(git_odb_backend *backend, git_odb_foreach_cb each, void *data)
{
	char two[3];
	int stopped = 0;

	for (guint i = 0; i < 256 && !stopped; i++) {
		g_snprintf(two, sizeof two, "%02x", i);
		stopped = each_of((struct gitloose *)backend, two, each, data);
	}
	return stopped;
}

struct prefix {
	const git_oid *begins; /* zeros behind its digits */
	gsize digits;
	git_oid found;
	guint n;
};

static int match_prefix(const git_oid *id, void *data)
{
	struct prefix *prefix = data;

	if (!git_oid_ncmp(id, prefix->begins, prefix->digits)) {
		prefix->found = *id;
		prefix->n++;
	}
	return 0;
}

static int loose_exists_prefix(
	git_oid *ret_id, git_odb_backend *backend, const git_oid *begins, size_t digits)
{
	struct prefix prefix = {.begins = begins, .digits = digits};
	char two[3];

	git_oid_tostr(two, sizeof two, begins);
	each_of((struct gitloose *)backend, two, match_prefix, &prefix);
	if (prefix.n == 1)
		*ret_id = prefix.found;
	return prefix.n == 1 ? 0 : prefix.n ? GIT_EAMBIGUOUS : GIT_ENOTFOUND;
}

static int loose_read_prefix(git_oid *ret_id, void **ret_data, size_t *ret_size,
	git_object_t *ret_type, git_odb_backend *backend, const git_oid *begins, size_t digits)
{
	int failed = loose_exists_prefix(ret_id, backend, begins, digits);

	return failed ? failed : loose_read(ret_data, ret_size, ret_type, backend, ret_id);
}

static void loose_free(git_odb_backend *backend)
{
	struct gitloose *loose = (struct gitloose *)backend;

	g_free(loose->objects);
	g_free(loose);
}

git_odb_backend *gitloose_new(const char *objects, size_t bytes_max)
{
	struct gitloose *loose = g_new0(struct gitloose, 1);

	git_odb_init_backend(&loose->base, GIT_ODB_BACKEND_VERSION);
	loose->objects = g_strdup(objects);
	loose->bytes_max = bytes_max;
	loose->base.read = loose_read;
	loose->base.read_header = loose_read_header;
	loose->base.read_prefix = loose_read_prefix;
	loose->base.exists = loose_exists;
	loose->base.exists_prefix = loose_exists_prefix;
	loose->base.foreach = loose_foreach;
	loose->base.free = loose_free;
	return &loose->base;
}
