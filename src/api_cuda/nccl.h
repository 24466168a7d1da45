/* Communicators of NCCL: which ranks they join, and the order of the collectives on each, which
 * stands in the trace as the calls are made: whatever ends the process, the launcher can compare
 * the ranks (report/collectives.h). Owner: the records of the handles.  Threads: a communicator's
 * calls are made by one thread at a time, as NCCL demands. */
#ifndef IQ_API_CUDA_NCCL_H
#define IQ_API_CUDA_NCCL_H

#include "model/handle.h"

struct iq_call;
struct iq_trace_collectives;

struct iq_communicator {
    uint64_t id;                         /* the same in all ranks */
    int32_t rank;                        /* of a part that ncclCommSplit made: in the whole */
    int32_t ranks;                       /* 0: not known */
    uint32_t splits;                     /* calls of ncclCommSplit */
    struct iq_trace_collectives *record; /* in the trace; NULL: none */
};

/* What is known of the communicator argument of [call]; NULL: nothing, or it has none. */
const struct iq_communicator *iq_nccl_communicator(const struct iq_call *call);

/* Bytes that the buffer [arg] of [call] has: count times the size of an element, of all ranks where
 * it holds parts of all; 0 if this rank does not use it, or it is not known. */
uint64_t iq_nccl_bytes(const struct iq_call *call, int arg);

#endif
