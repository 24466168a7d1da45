/* Conditional nodes of graphs: values that kernels set, and bodies that run as they say.
 * Owner: a condition belongs to the graph it was made for and is counted; so is a branch, which
 * owns its bodies.
 * Threads: driver lock, but for iq_condition_set. */
#ifndef IQ_SOFTDEV_CONDITION_H
#define IQ_SOFTDEV_CONDITION_H

#include "softdev/graph.h"

struct iq_condition {
    uint32_t refs;
    uint64_t id; /* the handle */
    unsigned value, start;
    bool has_start;            /* each launch of the graph begins with [start] */
    bool used;                 /* a node has it */
    bool instantiated;         /* an executable graph has it */
    struct iq_condition *next; /* in the list of all */
};

struct iq_branch {
    uint32_t refs;
    struct iq_condition *condition;
    CUgraphConditionalNodeType type;
    unsigned size;
    struct iq_graph **bodies;
    CUgraph *handles; /* of the bodies, for the program */
};

/* Node contents: makes the bodies. */
CUresult iq_branch_new(const CUDA_CONDITIONAL_NODE_PARAMS *params, struct iq_branch **branch);
/* With clones of the bodies. */
CUresult iq_branch_clone(const struct iq_branch *from, struct iq_branch **to);
void iq_branch_ref(struct iq_branch *branch);
void iq_branch_unref(struct iq_branch *branch); /* NULL is fine */
/* Emits what the value says now; [done] is complete when the bodies are. */
CUresult iq_branch_run(struct iq_ctx *ctx, struct iq_branch *branch, struct iq_op *done);

void iq_condition_ref(struct iq_condition *condition);
void iq_condition_unref(struct iq_condition *condition);
/* For kernels, on any thread, without the lock.  False: there is no such condition. */
bool iq_condition_set(uint64_t id, unsigned value);

/* Conditions of a graph and of its bodies. */
bool iq_graph_has_conditions(const struct iq_graph *graph);
void iq_graph_start_conditions(struct iq_graph *graph);
/* Tells of the kernels of bodies before they can run; they keep their numbers. */
void iq_graph_announce_bodies(struct iq_graph *graph);
/* May it be instantiated?  0, 1 or 801; *node is what is in the way, or NULL. */
CUresult iq_graph_judge_conditions(const struct iq_graph *graph, CUgraphInstantiateResult *result,
                                   const struct iq_soft_node **node);
void iq_graph_mark_conditions(struct iq_graph *graph, bool instantiated);

#endif
