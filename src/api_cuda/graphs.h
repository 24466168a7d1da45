/* Memory that the nodes of graphs use: what captures enqueue, what nodes are made of; see
 * effects_graph.c. */
#ifndef IQ_API_CUDA_GRAPHS_H
#define IQ_API_CUDA_GRAPHS_H

#include "call/call.h"
#include "model/call_ref.h"

struct iq_thread;

/* How the struct of a node of any type begins. */
struct iq_graph_node {
    uint32_t type /* enum iq_node */, reserved[3];
    uint64_t first /* member of the type's own struct */;
};

/* What [call], one that makes or changes nodes of any type, describes.  False: it is another call,
 * or nothing known. */
bool iq_graph_node_of(const struct iq_call *call, struct iq_graph_node *node);

/* An outermost call succeeded while some stream captures: if it is that call's stream, the memory
 * it names becomes the graph's. */
void iq_graph_captured(struct iq_thread *thread, struct iq_call *call);

/* cuStreamEndCapture or its runtime twin is over: (stream, out graph). */
void iq_graph_capture_ended(struct iq_call *call);

/* [call] added a node of [type] (enum iq_node) to the graph that is its second argument; the type's
 * own struct is at [params]. */
void iq_graph_memory_node(struct iq_call *call, uint32_t type, uint64_t params);

/* Does [call] add dependencies between nodes that are there already? */
bool iq_graph_adds_edges(const struct iq_call *call);

/* The call that made [to] depend on [from] when both were there already; false: none is
 * remembered. */
bool iq_graph_find_edge(uint64_t from, uint64_t to, struct iq_call_ref *ref);

#endif
