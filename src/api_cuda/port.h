/* What CUDA's effects find out and the rules judge, where there is no event for it: one constant
 * table, which they fill (rules/cuda/port.c).
 * Threads: the calling thread, in a call; of host functions, that which runs them. */
#ifndef IQ_API_CUDA_PORT_H
#define IQ_API_CUDA_PORT_H

#include "call/call.h"
#include "model/call_ref.h"
#include "model/handle.h"
#include "model/range.h"
#include "process/hostheap.h"

/* What a node of a graph uses: memory of the API or an event made by call [number], a heap block
 * that the caller at [number] allocated, or what lies in a frame of the stack that ends at
 * [number]. */
enum iq_graph_used {
    IQ_GRAPH_USED_MEMORY,
    IQ_GRAPH_USED_BY_KERNEL,
    IQ_GRAPH_USED_HEAP,
    IQ_GRAPH_USED_FRAME,
    IQ_GRAPH_USED_EVENT
};

/* Used by [node] (0: captured), as argument or kernel parameter [arg]; .user: as the user data of a
 * host function, which may look there or not. */
struct iq_graph_use {
    uint64_t base, size, number, node;
    int arg;
    enum iq_graph_used what;
    bool user;
    struct iq_call_ref ref;
};

/* ... and gone since: .range of memory, .event, or who freed the heap block (0: forgotten). */
struct iq_graph_gone {
    struct iq_graph_use use;
    struct iq_range range;
    const struct iq_handle *event;
    uint64_t freed_by;
};

struct iq_cuda_port {
    /* Argument 2 asks for a level that [whole] does not have. */
    void (*no_such_level)(const struct iq_handle *whole, uint32_t levels);
    /* A surface was made of [array], which argument 1 leads to, although it was not made for
     * that. */
    void (*not_for_surfaces)(const struct iq_call *call, const struct iq_handle *array);
    /* Argument [arg] names a device, the one before it memory of another. */
    void (*other_device)(int arg, const struct iq_range *range);
    /* [exec] (NULL: unknown) cannot become like the graph, for this reason
     * (cudaGraphExecUpdateResult). */
    void (*update_refused)(const struct iq_handle *exec, uint32_t reason);
    /* Argument [arg] puts [graph] into itself. */
    void (*graph_in_itself)(int arg, const struct iq_handle *graph);
    /* The graph that was launched uses what is gone. */
    void (*graph_stale)(const struct iq_graph_gone *gone);
    /* A host function is about to run, whose [data], which call [given] passed it, were in [block];
     * that has been freed. */
    void (*data_freed)(const struct iq_call_ref *given, uint64_t data,
                       const struct iq_hostheap_block *block);
    /* cuMemMap is over; what it maps is not known yet. */
    void (*maps)(struct iq_call *call);
    /* cuMemUnmap, in a phase of effects. */
    void (*unmaps)(struct iq_call *call, int phase);
    /* cuMemAddressFree is over. */
    void (*unreserves)(struct iq_call *call);
};
extern const struct iq_cuda_port iq_cuda_port;

#endif
