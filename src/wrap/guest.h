/* State of the guest library: where it is, what the launcher asked for, and its life from load to
 * exit.
 * Threads: any.  The look-ups work before libc's constructors have run. */
#ifndef IQ_WRAP_GUEST_H
#define IQ_WRAP_GUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrap/wrap.h"

/* Value of an environment variable at the start of the process; NULL if unset.  Borrowed for
 * ever. */
const char *iq_guest_option(const char *name);
char *const *iq_guest_environment(void);
/* The words of the command, as they lie in the process now: it may have changed them.  NULL at the
 * end. */
char *const *iq_guest_words(void);

/* Is the software device to be used?  Decided once, from INQUEST_DEVICE and INQUEST_DRIVER. */
bool iq_guest_is_soft(void);
/* Driver that calls go to; NULL: none is there. */
const char *iq_guest_driver_path(void);

/* Folder of the guest library, of the path by which it was loaded; "" if that is unknown. */
const char *iq_guest_folder(void);
/* Path of [name] in the folder of the guest library; from a small set of static buffers, one per
 * name.  NULL: too long. */
const char *iq_guest_file(const char *name);

/* First row of [symbol]; NULL if none. */
const void *iq_guest_find(const struct iq_wrap_names *names, const char *symbol);

/* The process in which the guest was started; differs in the child of a vfork. */
int iq_guest_pid(void);

/* libc's function of that name (the next definition after the guest's). */
void *iq_guest_next(const char *name);

/* The same, which it keeps at *place. */
uintptr_t iq_guest_next_at(uintptr_t *place, const char *name);

/* The same as a [type], looked up once for each place in the code. */
#define IQ_GUEST_NEXT(name, type)                                     \
    __extension__({                                                   \
        static uintptr_t next_;                                       \
        uintptr_t known_ = __atomic_load_n(&next_, __ATOMIC_RELAXED); \
        (type)(known_ ? known_ : iq_guest_next_at(&next_, name));     \
    })

/* Gives core its options and hooks fork and exit; once, before the first call is reported to
 * core. */
void iq_guest_prepare(void);
/* Once, at the first GPU call of any API: crash handler, page guards; [heap]: its calls take host
 * memory, so heap blocks are recorded, too. */
void iq_guest_start_services(bool heap);
/* Has any API been used? */
bool iq_guest_is_started(void);
/* The process ends in an orderly way. */
void iq_guest_finish(int code);

#endif
