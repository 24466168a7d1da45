/* A depot of short stacks: equal ones are kept once, each is known by a small number.
 * Owner: one table, mapped at the first stack; nothing is taken out.  Bounded: IQ_DEPOT_STACKS,
 * some 9 MiB; later ones get no number.
 * Threads: any; no lock.  Fork: survives.  Async-signal-safe, allocates nothing but its pages,
 * leaves errno alone: may be used inside of malloc. */
#ifndef IQ_PROCESS_DEPOT_H
#define IQ_PROCESS_DEPOT_H

#include <stdint.h>

#include "base/contract.h"

enum { IQ_DEPOT_DEPTH = 16 /* frames */, IQ_DEPOT_STACKS = 65535 };

/* Number of the stack of [count] return addresses, 1 to IQ_DEPOT_DEPTH; 0: the depot is full. */
IQ_NONNULL uint32_t iq_depot_put(const uintptr_t *pc, uint32_t count);

/* The frames of stack [id] into [pc], which has room for IQ_DEPOT_DEPTH; returns how many, 0 for 0
 * and unknown numbers. */
IQ_NONNULL uint32_t iq_depot_get(uint32_t id, uintptr_t *pc);

#endif
