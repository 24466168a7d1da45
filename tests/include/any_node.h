/* A graph, and what the call for nodes of any type is asked for. */
#ifndef ANY_NODE_H
#define ANY_NODE_H

#include "cuda_runtime.h"

static cudaGraph_t graph;
static cudaGraphNode_t node;
static struct cudaGraphNodeParams params;

static inline void ask_for(enum cudaGraphNodeType type)
{
    if (!graph)
        cudaGraphCreate(&graph, 0);
    params.type = type;
}

/* A condition of [type] with [bodies] bodies, whose value is [first] when the graph is launched. */
static inline void ask_for_condition(enum cudaGraphConditionalNodeType type, unsigned bodies,
                                     unsigned first)
{
    ask_for(cudaGraphNodeTypeConditional);
    cudaGraphConditionalHandleCreate(&params.conditional.handle, graph, first,
                                     cudaGraphCondAssignDefault);
    params.conditional.type = type;
    params.conditional.size = bodies;
}

#endif
