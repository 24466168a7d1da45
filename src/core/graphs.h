/* Memory that the nodes of graphs use: what captures enqueue, what nodes are made of; see effects_graph.c. */
#ifndef IQ_CORE_GRAPHS_H
#define IQ_CORE_GRAPHS_H

#include "core/call.h"

struct iq_thread;

/* An outermost call succeeded while some stream captures: if it is that call's stream, the memory it names becomes the graph's. */
void iq_graph_captured(struct iq_thread *thread, struct iq_call *call);

/* cuStreamEndCapture or its runtime twin is over: (stream, out graph). */
void iq_graph_capture_ended(struct iq_call *call);

#endif
