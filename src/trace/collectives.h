/* What the ranks of NCCL's communicators called, as data.
 * Owner: the document that they are part of; strings are in its arena.  Threads: none of its own.
 * Launcher only. */
#ifndef IQ_TRACE_COLLECTIVES_H
#define IQ_TRACE_COLLECTIVES_H

#include <stdint.h>

#include "base/contract.h"
#include "base/vec.h"

/* A collective of NCCL; texts NULL and root -1: it has none. */
struct iq_collective {
    const char *api, *datatype, *op;
    int root;
    uint64_t count; /* elements */
    uint32_t stack;
    uint32_t entry; /* while a trace is read */
};

/* What one rank called on a communicator. */
struct iq_communicator_calls {
    uint64_t id;                        /* the same in all ranks */
    int rank, ranks;                    /* ranks 0: not known */
    uint32_t stack;                     /* where it was made */
    uint64_t made;                      /* calls; the last ones are in .order */
    IQ_VEC(struct iq_collective) calls; /* that differ */
    IQ_VEC(uint32_t) order;             /* positions in .calls */
};

/* Appends [call] to what was called on [calls]; equal ones are kept once.  Returns 0, IQ_ENOMEM. */
IQ_NODISCARD IQ_NONNULL int iq_collectives_add(struct iq_communicator_calls *calls,
                                               const struct iq_collective *call);

/* Frees what belongs to [calls]. */
IQ_NONNULL void iq_collectives_finish(struct iq_communicator_calls *calls);

#endif
