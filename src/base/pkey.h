/* Pages that threads of the program may not touch while those of a driver may: memory protection
 * keys (pkeys(7)), two of them, where the processor and the system have such.  The rights of a
 * thread are in a register of its own, so that a driver's threads and the calls of the API go on
 * undisturbed, and what /proc/self/maps says of the pages stays.
 * Owner: core.  Threads: any, each for itself; new ones begin with the rights of who makes them.
 * Fork: survives. */
#ifndef IQ_BASE_PKEY_H
#define IQ_BASE_PKEY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"
#include "base/hot.h"

/* Are there keys?  The first call asks the system. */
bool iq_pkey_exists(void);

/* Whole pages, readable and writable by everybody: may no longer be written, or with [reads] not
 * even be read, but by drivers; iq_pkey_lift undoes it.  Returns 0, -1. */
IQ_NODISCARD int iq_pkey_protect(uint64_t begin, uint64_t end, bool reads);
int iq_pkey_lift(uint64_t begin, uint64_t end);

/* Has any page been protected?  Atomic. */
extern bool iq_pkey_used IQ_HOT;

/* The calling thread enters a call of an API, and leaves the outermost one.  [iq_pkey_inside]: it
 * has not left it yet. */
extern __thread bool iq_pkey_inside __attribute__((tls_model("initial-exec")));
void iq_pkey_enter(void);
void iq_pkey_leave(void);

/* The calling thread is a driver's, for good. */
void iq_pkey_is_driver(void);

/* The calling thread runs code of the program until iq_pkey_resume gets what this returned: a
 * callback. */
IQ_NODISCARD bool iq_pkey_suspend(void);
void iq_pkey_resume(bool before);

#endif
