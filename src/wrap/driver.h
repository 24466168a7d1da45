/* The driver behind the guest: loading it, the table of its functions, and the way back from its
 * pointers to our wrappers.
 * Owner: loaded once, never unloaded.  Threads: any; iq_driver_load may run in several at once (the
 * same library results).
 * Fork: survives. */
#ifndef IQ_WRAP_DRIVER_H
#define IQ_WRAP_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "wrap/wrap.h"

/* Loads the driver; holds no lock of ours meanwhile.  False: there is none. */
bool iq_driver_load(void);
/* Fills the real pointers and the table; to be called once, after iq_driver_load, also when there
 * is no driver: cuInit then answers that there is no device. */
void iq_driver_bind(void);

/* Address of the driver's own function, 0 if it has none of that name. */
uintptr_t iq_driver_symbol(const char *name);
/* Is there a driver that has no function of that name?  Loads it, as the program has done that
 * believes to look into it. */
bool iq_driver_lacks(const char *name);
/* What dlsym knows the driver by; NULL before it is loaded. */
void *iq_driver_handle(void);
/* Is [pointer] in the driver's code? */
bool iq_driver_owns(const void *pointer);

/* Our wrapper for a function of the driver; among several rows with the same function the one
 * called [name] is preferred ([name] may be NULL).  NULL: no row.  A runtime's code at [from] gets
 * [real] of a bare row: PyTorch has it ask a thousand times in a step. */
void *iq_driver_wrapper(void *real, const char *name, uintptr_t from);
/* A thunk that counts calls of a function without a row; [real] itself when there is no memory. */
void *iq_driver_counting(const char *name, void *real);

/* In the child of fork: no other thread is inside. */
void iq_driver_after_fork(void);

/* Puts [function] in place of the driver's in the table; returns the driver's.  0: no row or no
 * such function. */
uintptr_t iq_driver_replace(const char *symbol, void *function);

#endif
