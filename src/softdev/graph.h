/* Graphs: nodes with dependencies, made by calls or by capture; executable copies of them.
 * Owner: a graph owns its nodes; an executable graph owns copies in topological order.  Threads:
 * driver lock. */
#ifndef IQ_SOFTDEV_GRAPH_H
#define IQ_SOFTDEV_GRAPH_H

#include "softdev/stream.h"

struct iq_soft_node {
    struct iq_obj obj;
    struct iq_graph *graph;
    CUgraphNodeType type;
    struct iq_work work; /* kernel, memcpy, memset, host, batch value */
    /* as given, for the GetParams family; pointers inside are not followed */
    CUgraphNodeParams params;
    void **kernel_params;         /* kernel: pointers into work.u.kernel.params */
    struct iq_value_work *values; /* batch memory operations */
    bool *value_writes;
    size_t value_count;
    struct iq_graph *child;      /* own copy */
    struct iq_branch *branch;    /* conditional; own */
    struct iq_soft_event *event; /* reference */
    uint64_t address;            /* allocation and free nodes */
    CUlaunchAttributeValue attributes[CU_LAUNCH_ATTRIBUTE_MAX];
    bool disabled;
    struct iq_soft_node **before; /* dependencies */
    CUgraphEdgeData *before_data;
    size_t before_count;
    /* position in the graph, also that of the copy in an executable graph */
    size_t index;
    /* node this was cloned from (address only, for FindInClone) */
    struct iq_soft_node *original;
    uint64_t original_id, id;
};

struct iq_graph {
    struct iq_obj obj;
    struct iq_soft_node **nodes;
    size_t count, capacity;
    /* user objects kept alive */
    struct iq_user_share {
        struct iq_user *user;
        unsigned count;
    } * users;
    size_t user_count;
    struct iq_condition **conditions; /* made for it; copies of the graph name them too */
    size_t condition_count;
    uint64_t id;
    /* child of another graph: not to be destroyed by the program */
    bool owned;
    bool is_body; /* of a conditional node */
};

struct iq_exec {
    struct iq_obj obj;
    /* own clone; node i corresponds to node i of the original */
    struct iq_graph *graph;
    uint64_t source; /* id of the graph it was made from */
    uint64_t flags;
    bool conditional;   /* it has conditional nodes */
    struct iq_op *last; /* end of the last launch */
};

struct iq_graph *iq_graph_new(void);
CUresult iq_graph_get(CUgraph handle, struct iq_graph **graph);
CUresult iq_node_get(CUgraphNode handle, struct iq_soft_node **node);
/* Has it a node that frees [address]?  ... memory of a graph that holds [address]? */
bool iq_graph_frees(const struct iq_graph *graph, uint64_t address);
bool iq_graph_frees_at(const struct iq_graph *graph, uint64_t address);
/* New node after [before] (count of them); edge data may be NULL. */
CUresult iq_graph_add(struct iq_graph *graph, CUgraphNodeType type,
                      struct iq_soft_node *const *before, size_t count, struct iq_soft_node **node);
CUresult iq_node_depend(struct iq_soft_node *node, struct iq_soft_node *before,
                        const CUgraphEdgeData *data);
void iq_node_destroy(struct iq_soft_node *node);
CUresult iq_graph_clone(const struct iq_graph *graph, struct iq_graph **clone);
void iq_graph_destroy(struct iq_graph *graph);
/* Node indices in an order in which all dependencies come first; NULL: a cycle or no memory.  The
 * caller frees it. */
size_t *iq_graph_sort(const struct iq_graph *graph, CUresult *why);
CUresult iq_graph_launch(struct iq_exec *exec, struct iq_stream *stream);
/* Puts the nodes of [graph] after [first] as operations; *last gets one operation after them
 * all. */
CUresult iq_graph_emit(struct iq_graph *graph, struct iq_ctx *ctx, struct iq_op *first,
                       struct iq_op **last);
/* Fills type, params and work of a node from the generic description. */
CUresult iq_node_set(struct iq_ctx *ctx, struct iq_soft_node *node,
                     const CUgraphNodeParams *params);
/* What a captured work becomes. */
CUresult iq_node_take_work(struct iq_soft_node *node, struct iq_work *work);
void iq_node_clear(struct iq_soft_node *node);

/* One reference less of a user object; the last one calls its destructor. */
void iq_user_unref(struct iq_user *user, unsigned count);

#endif
