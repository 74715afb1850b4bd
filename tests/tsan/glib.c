/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * GLib's locks and queues stand on futexes of its own, which ThreadSanitizer does not see, so
 * that all that they keep apart would be a race to it.  Linked into VARIANT=tsan, these stand
 * before them and tell.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <glib.h>
#include <sanitizer/tsan_interface.h>

#define REAL(name)                                                                                 \
	static __typeof__(name) *real;                                                             \
	if (!real)                                                                                 \
	real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

void(g_mutex_lock)(GMutex *mutex)
{
	REAL(g_mutex_lock);
	real(mutex);
	__tsan_acquire(mutex);
}

void(g_mutex_unlock)(GMutex *mutex)
{
	REAL(g_mutex_unlock);
	__tsan_release(mutex);
	real(mutex);
}

gboolean(g_mutex_trylock)(GMutex *mutex)
{
	REAL(g_mutex_trylock);
	gboolean locked = real(mutex);

	if (locked)
		__tsan_acquire(mutex);
	return locked;
}

void(g_cond_wait)(GCond *cond, GMutex *mutex)
{
	REAL(g_cond_wait);
	__tsan_release(mutex);
	real(cond, mutex);
	__tsan_acquire(mutex);
}

gboolean(g_cond_wait_until)(GCond *cond, GMutex *mutex, gint64 end_time)
{
	REAL(g_cond_wait_until);
	__tsan_release(mutex);
	gboolean signalled = real(cond, mutex, end_time);
	__tsan_acquire(mutex);
	return signalled;
}

void(g_async_queue_push)(GAsyncQueue *queue, gpointer data)
{
	REAL(g_async_queue_push);
	__tsan_release(queue);
	real(queue, data);
}

gpointer(g_async_queue_pop)(GAsyncQueue *queue)
{
	REAL(g_async_queue_pop);
	gpointer data = real(queue);

	__tsan_acquire(queue);
	return data;
}

gpointer(g_async_queue_try_pop)(GAsyncQueue *queue)
{
	REAL(g_async_queue_try_pop);
	gpointer data = real(queue);

	__tsan_acquire(queue);
	return data;
}
