/* use-after-free: memory that a node of a graph allocates and another one of the same graph frees.
 * It exists only while the graph runs, so that outside of it it counts as freed from the moment
 * that both nodes exist; what a graph does not free itself lives on after it.
 * Owner: core; a table of addresses, which a later node at the same address replaces.  Threads:
 * IQ_LOCK_NAMES.  Fork: survives. */
#include <stddef.h>
#include <string.h>

#include "abi/cuda_abi.h"
#include "abi/cudart_abi.h"
#include "api_cuda/graphs.h"
#include "base/layout.h"
#include "base/locks.h"
#include "base/map.h"
#include "call/core.h"
#include "model/range.h"
#include "process/hostmem.h"

void iq_fx_graph_alloc_node(struct iq_call *call, int phase);
void iq_fx_graph_free_node(struct iq_call *call, int phase);

IQ_SAME_MEMBER(CUDA_MEM_ALLOC_NODE_PARAMS, bytesize, struct cudaMemAllocNodeParams, bytesize);
IQ_SAME_MEMBER(CUDA_MEM_ALLOC_NODE_PARAMS, dptr, struct cudaMemAllocNodeParams, dptr);
IQ_SAME_MEMBER(CUDA_MEM_ALLOC_NODE_PARAMS, bytesize, CUDA_MEM_ALLOC_NODE_PARAMS_v2, bytesize);
IQ_SAME_MEMBER(CUDA_MEM_ALLOC_NODE_PARAMS, dptr, CUDA_MEM_ALLOC_NODE_PARAMS_v2, dptr);

enum { GRAPH_ARG = 1 };

/* From the address to the graph that allocates there. */
static struct iq_map graphs;

/* The device is left open: which of them may use the memory is said in the node. */
static void allocated(struct iq_call *call, const CUDA_MEM_ALLOC_NODE_PARAMS *params)
{
    struct iq_range range = { .base = params->dptr,
                              .size = params->bytesize,
                              .created = iq_call_ref_of(call),
                              .kind = IQ_KIND_DEVICE_MEMORY,
                              .of_graph = true,
                              .device = -1 };
    if (!params->dptr || !call->args[GRAPH_ARG] || iq_range_add(&range))
        return;
    iq_lock(IQ_LOCK_NAMES);
    IQ_DROP(iq_map_set(&graphs, range.base, (void *)(uintptr_t)call->args[GRAPH_ARG]));
    iq_unlock(IQ_LOCK_NAMES);
}

static void freed(struct iq_call *call, uint64_t address)
{
    iq_lock(IQ_LOCK_NAMES);
    bool own =
        call->args[GRAPH_ARG] && (uintptr_t)iq_map_get(&graphs, address) == call->args[GRAPH_ARG];
    if (own)
        iq_map_remove(&graphs, address);
    iq_unlock(IQ_LOCK_NAMES);
    if (own)
        iq_range_free(address, iq_call_ref_of(call));
}

/* (..., struct with the address) */
void iq_fx_graph_alloc_node(struct iq_call *call, int phase)
{
    CUDA_MEM_ALLOC_NODE_PARAMS params;
    if (phase == 1 && !call->outer && !call->result &&
        iq_hostmem_copy(call->args[call->entry->arg_count - 1], &params, sizeof params))
        allocated(call, &params);
}

/* (..., address) */
void iq_fx_graph_free_node(struct iq_call *call, int phase)
{
    if (phase == 1 && !call->outer && !call->result)
        freed(call, call->args[call->entry->arg_count - 1]);
}

void iq_graph_memory_node(struct iq_call *call, uint32_t type, uint64_t params)
{
    CUDA_MEM_ALLOC_NODE_PARAMS alloc;
    uint64_t address;
    if (type == IQ_NODE_ALLOC && iq_hostmem_copy(params, &alloc, sizeof alloc))
        allocated(call, &alloc);
    else if (type == IQ_NODE_FREE && iq_hostmem_copy(params, &address, sizeof address))
        freed(call, address);
}
