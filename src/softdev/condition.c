/* Conditional nodes: handles, bodies, and what they do when their turn comes. */
#include "softdev/condition.h"

#include <stdlib.h>

#include "softdev/observer.h"

static struct iq_condition *conditions;
static uint64_t last_id;

void iq_condition_ref(struct iq_condition *condition) { condition->refs++; }

void iq_condition_unref(struct iq_condition *condition)
{
    if (!condition || --condition->refs)
        return;
    struct iq_condition **at = &conditions;
    while (*at != condition)
        at = &(*at)->next;
    *at = condition->next;
    free(condition);
}

static struct iq_condition *find(uint64_t id)
{
    struct iq_condition *condition = conditions;
    while (condition && condition->id != id)
        condition = condition->next;
    return condition;
}

bool iq_condition_set(uint64_t id, unsigned value)
{
    iq_lock();
    struct iq_condition *condition = find(id);
    if (condition)
        condition->value = value;
    iq_unlock();
    return condition;
}

DRIVER(cuGraphConditionalHandleCreate, (CUgraphConditionalHandle * made, CUgraph handle,
                                        CUcontext ctx_handle, unsigned value, unsigned flags))
{
    struct iq_graph *graph;
    struct iq_ctx *ctx;
    CUresult r = iq_enter_plain();
    if (!r)
        r = made && !(flags & ~(unsigned)CU_GRAPH_COND_ASSIGN_DEFAULT)
                ? iq_graph_get(handle, &graph)
                : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = ctx_handle ? iq_ctx_get(ctx_handle, &ctx) : CUDA_ERROR_INVALID_CONTEXT;
    struct iq_condition *condition = r ? NULL : calloc(1, sizeof *condition);
    struct iq_condition **grown =
        condition ? realloc(graph->conditions, (graph->condition_count + 1) * sizeof *grown) : NULL;
    if (!r && !grown) {
        free(condition);
        r = CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (r)
        return iq_leave(r);
    *condition = (struct iq_condition){ .refs = 1,
                                        .id = ++last_id,
                                        .value = value,
                                        .start = value,
                                        .has_start = flags & CU_GRAPH_COND_ASSIGN_DEFAULT,
                                        .next = conditions };
    conditions = condition;
    graph->conditions = grown;
    graph->conditions[graph->condition_count++] = condition;
    *made = condition->id;
    return iq_leave(CUDA_SUCCESS);
}

/* ---- branches ---- */

static CUresult with_bodies(struct iq_condition *condition, CUgraphConditionalNodeType type,
                            unsigned size, struct iq_branch **made)
{
    struct iq_branch *branch = calloc(1, sizeof *branch);
    if (branch) {
        *branch = (struct iq_branch){ 1,
                                      condition,
                                      type,
                                      size,
                                      calloc(size, sizeof(struct iq_graph *)),
                                      calloc(size, sizeof(CUgraph)) };
        iq_condition_ref(condition);
    }
    if (!branch || !branch->bodies || !branch->handles) {
        iq_branch_unref(branch);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *made = branch;
    return CUDA_SUCCESS;
}

static bool adopt(struct iq_branch *branch, unsigned i, struct iq_graph *body)
{
    if (!body)
        return false;
    body->owned = body->is_body = true;
    branch->bodies[i] = body;
    branch->handles[i] = iq_obj_handle(body);
    return true;
}

/* One body for a loop, one or two (otherwise) for a condition, any number to choose from. */
static bool is_size(CUgraphConditionalNodeType type, unsigned size)
{
    return type == CU_GRAPH_COND_TYPE_IF      ? size == 1 || size == 2
           : type == CU_GRAPH_COND_TYPE_WHILE ? size == 1
                                              : type == CU_GRAPH_COND_TYPE_SWITCH && size;
}

CUresult iq_branch_new(const CUDA_CONDITIONAL_NODE_PARAMS *params, struct iq_branch **made)
{
    struct iq_condition *condition = find(params->handle);
    struct iq_ctx *ctx;
    if (!is_size(params->type, params->size) || !condition || condition->used)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult r = params->ctx ? iq_ctx_get(params->ctx, &ctx) : CUDA_ERROR_INVALID_CONTEXT;
    if (!r)
        r = with_bodies(condition, params->type, params->size, made);
    for (unsigned i = 0; i < params->size && !r; i++)
        if (!adopt(*made, i, iq_graph_new())) {
            iq_branch_unref(*made);
            r = CUDA_ERROR_OUT_OF_MEMORY;
        }
    condition->used |= !r;
    return r;
}

CUresult iq_branch_clone(const struct iq_branch *from, struct iq_branch **made)
{
    CUresult r = with_bodies(from->condition, from->type, from->size, made);
    for (unsigned i = 0; i < from->size && !r; i++) {
        struct iq_graph *body;
        r = iq_graph_clone(from->bodies[i], &body);
        if (r)
            iq_branch_unref(*made);
        else
            adopt(*made, i, body);
    }
    return r;
}

void iq_branch_ref(struct iq_branch *branch) { branch->refs++; }

void iq_branch_unref(struct iq_branch *branch)
{
    if (!branch || --branch->refs)
        return;
    for (unsigned i = 0; branch->bodies && i < branch->size; i++)
        if (branch->bodies[i])
            iq_graph_destroy(branch->bodies[i]);
    iq_condition_unref(branch->condition);
    free(branch->bodies);
    free(branch->handles);
    free(branch);
}

static unsigned choose(const struct iq_branch *branch)
{
    unsigned value = branch->condition->value;
    return branch->type == CU_GRAPH_COND_TYPE_SWITCH ? value : value ? 0 : 1;
}

/* A loop asks again after its body. */
static struct iq_op *ask_again(struct iq_ctx *ctx, struct iq_branch *branch, struct iq_op *done,
                               struct iq_op *body)
{
    struct iq_work work = { .kind = IQ_WORK_BRANCH };
    work.u.branch = (struct iq_branch_work){ branch, done, iq_engine_call() };
    iq_branch_ref(branch);
    iq_op_ref(done);
    struct iq_op *op = iq_op_new(ctx, &work);
    if (op)
        iq_op_after(op, body);
    return op;
}

CUresult iq_branch_run(struct iq_ctx *ctx, struct iq_branch *branch, struct iq_op *done)
{
    unsigned chosen = choose(branch);
    struct iq_op *last = NULL, *again = NULL;
    if (chosen >= branch->size)
        return CUDA_SUCCESS;
    CUresult r = iq_graph_emit(branch->bodies[chosen], ctx, NULL, &last);
    if (!r && branch->type == CU_GRAPH_COND_TYPE_WHILE) {
        again = ask_again(ctx, branch, done, last);
        r = again ? iq_op_after(done, again) : CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (last && !r)
        r = iq_op_after(done, last);
    if (again)
        iq_op_submit(again);
    iq_op_unref(again);
    if (last)
        iq_op_submit(last);
    iq_op_unref(last);
    return r;
}

/* ---- whole graphs ---- */

bool iq_graph_has_conditions(const struct iq_graph *graph)
{
    bool found = graph->condition_count;
    for (size_t i = 0; i < graph->count && !found; i++)
        found = graph->nodes[i]->branch ||
                (graph->nodes[i]->child && iq_graph_has_conditions(graph->nodes[i]->child));
    return found;
}

void iq_graph_start_conditions(struct iq_graph *graph)
{
    for (size_t i = 0; i < graph->condition_count; i++)
        if (graph->conditions[i]->has_start)
            graph->conditions[i]->value = graph->conditions[i]->start;
    for (size_t i = 0; i < graph->count; i++)
        for (unsigned k = 0; graph->nodes[i]->branch && k < graph->nodes[i]->branch->size; k++)
            iq_graph_start_conditions(graph->nodes[i]->branch->bodies[k]);
}

void iq_graph_mark_conditions(struct iq_graph *graph, bool instantiated)
{
    for (size_t i = 0; i < graph->condition_count; i++)
        graph->conditions[i]->instantiated = instantiated;
    for (size_t i = 0; i < graph->count; i++)
        for (unsigned k = 0; graph->nodes[i]->branch && k < graph->nodes[i]->branch->size; k++)
            iq_graph_mark_conditions(graph->nodes[i]->branch->bodies[k], instantiated);
}

static void announce(struct iq_graph *graph)
{
    for (size_t i = 0; i < graph->count; i++) {
        struct iq_work *work = &graph->nodes[i]->work;
        if (work->kind == IQ_WORK_KERNEL && !work->u.kernel.number) {
            work->u.kernel.number = iq_launch_number();
            iq_observer_launch(&work->u.kernel, 0);
        }
        if (graph->nodes[i]->child)
            announce(graph->nodes[i]->child);
    }
    iq_graph_announce_bodies(graph);
}

void iq_graph_announce_bodies(struct iq_graph *graph)
{
    for (size_t i = 0; i < graph->count; i++)
        for (unsigned k = 0; graph->nodes[i]->branch && k < graph->nodes[i]->branch->size; k++)
            announce(graph->nodes[i]->branch->bodies[k]);
}

/* What a body may hold: kernels, copies and fills of memory that the device reaches, empty nodes,
 * graphs of these. */
static bool is_allowed(const struct iq_soft_node *node)
{
    switch ((int)node->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
    case CU_GRAPH_NODE_TYPE_MEMSET:
    case CU_GRAPH_NODE_TYPE_EMPTY:
    case CU_GRAPH_NODE_TYPE_GRAPH:
    case CU_GRAPH_NODE_TYPE_CONDITIONAL: return true;
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return node->work.u.copy.dst.kind != IQ_SIDE_PAGEABLE &&
               node->work.u.copy.src.kind != IQ_SIDE_PAGEABLE;
    default: return false;
    }
}

static CUresult judge_body(const struct iq_graph *graph, CUgraphInstantiateResult *result,
                           const struct iq_soft_node **where)
{
    for (size_t i = 0; i < graph->count; i++) {
        const struct iq_soft_node *node = graph->nodes[i];
        if (!is_allowed(node)) {
            *result = CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED;
            *where = node;
            return CUDA_ERROR_INVALID_VALUE;
        }
        CUresult r = node->child ? judge_body(node->child, result, where) : CUDA_SUCCESS;
        if (r)
            return r;
    }
    return iq_graph_judge_conditions(graph, result, where);
}

CUresult iq_graph_judge_conditions(const struct iq_graph *graph, CUgraphInstantiateResult *result,
                                   const struct iq_soft_node **where)
{
    for (size_t i = 0; i < graph->condition_count; i++) {
        if (!graph->conditions[i]->used) {
            *result = CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED;
            return CUDA_ERROR_INVALID_VALUE;
        }
        if (graph->conditions[i]->instantiated)
            return CUDA_ERROR_NOT_SUPPORTED;
    }
    for (size_t i = 0; i < graph->count; i++)
        for (unsigned k = 0; graph->nodes[i]->branch && k < graph->nodes[i]->branch->size; k++) {
            CUresult r = judge_body(graph->nodes[i]->branch->bodies[k], result, where);
            if (r)
                return r;
        }
    return CUDA_SUCCESS;
}
