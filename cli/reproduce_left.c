/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/reproduce_left.h"

#include "cli/lock.h"
#include "cli/talk.h"
#include "reproduce/settings.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>

struct reproduce_left *reproduce_left_new(void)
{
	struct reproduce_left *left = g_new(struct reproduce_left, 1);

	left->folder = g_build_filename(g_get_user_state_dir(), "lkpdigest", NULL);
	left->journal = g_build_filename(left->folder, "settings", NULL);
	left->lock = -1;
	return left;
}

void reproduce_left_free(struct reproduce_left *left)
{
	if (left->lock >= 0)
		lock_release(left->lock);
	g_free(left->folder);
	g_free(left->journal);
	g_free(left);
}

gboolean reproduce_left_lock(struct reproduce_left *left, gboolean will_change, GError **error)
{
	g_autoptr(GError) why = NULL;

	if (g_mkdir_with_parents(left->folder, 0700) && !will_change)
		return TRUE; /* where nothing can be written down, nothing is left */
	left->lock = lock_take(left->folder, &why);
	if (left->lock >= 0)
		return TRUE;
	if (g_error_matches(why, G_IO_ERROR, G_IO_ERROR_BUSY))
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_BUSY,
			"another run is under way on this machine; each would disturb the other's "
			"(%s)",
			left->folder);
	else
		g_propagate_error(error, g_steal_pointer(&why));
	return FALSE;
}

gboolean reproduce_left_put_back(const struct reproduce_left *left, const struct machine *machine,
	guint *ret_count, GError **error)
{
	if (!settings_put_back(left->journal, machine, ret_count, error))
		return FALSE;
	if (*ret_count)
		talk("reproduce: %u change%s put back, which an earlier run had left", *ret_count,
			*ret_count == 1 ? " was" : "s were");
	return TRUE;
}

void reproduce_left_say(const struct reproduce_left *left, const struct machine *machine)
{
	if (settings_are_left(left->journal, machine))
		talk("reproduce: an earlier run was killed and left changes of this machine, which "
		     "the plan takes for its own; --run puts them back first");
}
