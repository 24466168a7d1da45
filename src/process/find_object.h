/* Which object of the process holds an address, asked by the unwinder that is linked into the guest
 * (libgcc's).  glibc answers that without a lock since 2.35; a reference to its function would keep
 * the guest from being loaded by an older one.  The name _dl_find_object is therefore defined here.
 * Owner: plain values.  Threads: any.  Signals: safe with glibc's function; else as
 * dl_iterate_phdr, which takes the dynamic linker's lock. */
#ifndef IQ_PROCESS_FIND_OBJECT_H
#define IQ_PROCESS_FIND_OBJECT_H

#include <dlfcn.h>
#include <stdbool.h>

/* As _dl_find_object() in <dlfcn.h>: fills [result] and returns 0, or -1 for an address of no
 * object. */
typedef int iq_find_object(void *address, struct dl_find_object *result);

/* Answers by walking the list of objects. */
iq_find_object iq_find_object_by_list;

/* From here on the unwinder asks [function], glibc's; NULL: iq_find_object_by_list(), as before the
 * first call.  To be called once, while the process has one thread. */
void iq_find_object_use(iq_find_object *function);

/* Is it answered without a lock? */
bool iq_find_object_is_lockless(void);

#endif
