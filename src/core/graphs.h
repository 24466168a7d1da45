/* Memory that the nodes of graphs use: what captures enqueue, what nodes are made of; see effects_graph.c. */
#ifndef IQ_CORE_GRAPHS_H
#define IQ_CORE_GRAPHS_H

#include "core/call.h"
#include "core/mark.h"

struct iq_thread;

/* An outermost call succeeded while some stream captures: if it is that call's stream, the memory it names becomes the graph's. */
void iq_graph_captured(struct iq_thread *thread, struct iq_call *call);

/* cuStreamEndCapture or its runtime twin is over: (stream, out graph). */
void iq_graph_capture_ended(struct iq_call *call);

/* Does [call] add dependencies between nodes that are there already? */
bool iq_graph_adds_edges(const struct iq_call *call);

/* The call that made [to] depend on [from] when both were there already; false: none is remembered. */
bool iq_graph_find_edge(uint64_t from, uint64_t to, struct iq_mark *mark);

#endif
