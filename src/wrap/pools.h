/* Calls by which a program describes its memory pools: they are none of the driver's.
 * Threads: any. */
#ifndef IQ_WRAP_POOLS_H
#define IQ_WRAP_POOLS_H

#include "model/call_ref.h"
#include "process/stack.h"

/* The call of [entry] at [site]: it counts to the thread's last one of the driver's. */
struct iq_call_ref iq_pools_ref(const struct iq_entry *entry, struct iq_site site);

#endif
