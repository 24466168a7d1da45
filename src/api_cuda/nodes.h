/* Graphs that are made node by node: which nodes come after which, and whether two that use the
 * same memory have an order.  Dependencies may be added after the nodes, so that is asked when the
 * graph is instantiated.
 * Owner: core.  Threads: the caller holds IQ_LOCK_ORDER.  Fork: as captures.h. */
#ifndef IQ_API_CUDA_NODES_H
#define IQ_API_CUDA_NODES_H

#include "api_cuda/captures.h"
#include "api_cuda/flow.h"
#include "call/call.h"

/* [call] added [node] to the graph of [captured]: its number there, IQ_CAPTURED_OPS if its order is
 * not followed.  [captured] NULL: nothing happens. */
uint32_t iq_nodes_add(struct iq_captured *captured, const struct iq_call *call, uint64_t node);

/* The number of [node]; what it does is forgotten. */
uint32_t iq_nodes_find(const struct iq_captured *captured, uint64_t node);
void iq_nodes_clear(struct iq_captured *captured, uint32_t op);

/* [call] made nodes depend on others: its lists 1 and 2. */
void iq_nodes_depend(struct iq_captured *captured, const struct iq_call *call);

/* The node [op] does all that [child] does. */
void iq_nodes_add_child(struct iq_captured *captured, uint32_t op, const struct iq_captured *child);

/* Are there two nodes without an order that must have one?  Asked once of each graph; [conflict]
 * gets them. */
bool iq_nodes_unordered(struct iq_captured *captured, struct iq_conflict *conflict);

#endif
