/* Graphs as objects: nodes, edges, copies, order, and how they become operations. */
#include "softdev/graph.h"

#include <stdlib.h>
#include <string.h>

#include "softdev/capture.h"
#include "softdev/condition.h"
#include "softdev/module.h"
#include "softdev/observer.h"
#include "softdev/pool.h"

static void graph_finish(struct iq_obj *obj)
{
    struct iq_graph *graph = (struct iq_graph *)obj;
    free(graph->nodes);
    free(graph->users);
    for (size_t i = 0; i < graph->condition_count; i++)
        iq_condition_unref(graph->conditions[i]);
    free(graph->conditions);
}

struct iq_graph *iq_graph_new(void)
{
    struct iq_graph *graph = iq_obj_new(IQ_OBJ_GRAPH, sizeof *graph);
    if (!graph)
        return NULL;
    graph->obj.finish = graph_finish;
    graph->id = iq_next_id();
    return graph;
}

/* Graph calls answer 1, not 400, to a dead handle. */
CUresult iq_graph_get(CUgraph handle, struct iq_graph **graph)
{
    CUresult why;
    *graph = iq_obj_get(handle, IQ_OBJ_GRAPH, &why);
    return *graph ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult iq_node_get(CUgraphNode handle, struct iq_soft_node **node)
{
    CUresult why;
    *node = iq_obj_get(handle, IQ_OBJ_NODE, &why);
    return *node ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

void iq_node_clear(struct iq_soft_node *node)
{
    iq_work_finish(&node->work);
    free(node->kernel_params);
    free(node->values);
    free(node->value_writes);
    if (node->child)
        iq_graph_destroy(node->child);
    iq_branch_unref(node->branch);
    iq_obj_unref(node->event);
    node->branch = NULL;
    node->kernel_params = NULL;
    node->values = NULL;
    node->value_writes = NULL;
    node->value_count = 0;
    node->child = NULL;
    node->event = NULL;
}

static void node_finish(struct iq_obj *obj)
{
    struct iq_soft_node *node = (struct iq_soft_node *)obj;
    free(node->before);
    free(node->before_data);
}

CUresult iq_node_depend(struct iq_soft_node *node, struct iq_soft_node *before,
                        const CUgraphEdgeData *data)
{
    if (before->graph != node->graph || before == node)
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < node->before_count; i++)
        if (node->before[i] == before)
            return CUDA_ERROR_INVALID_VALUE;
    struct iq_soft_node **grown = realloc(node->before, (node->before_count + 1) * sizeof *grown);
    CUgraphEdgeData *datas = realloc(node->before_data, (node->before_count + 1) * sizeof *datas);
    node->before = grown ? grown : node->before;
    node->before_data = datas ? datas : node->before_data;
    if (!grown || !datas)
        return CUDA_ERROR_OUT_OF_MEMORY;
    node->before[node->before_count] = before;
    node->before_data[node->before_count++] = data ? *data : (CUgraphEdgeData){ 0 };
    return CUDA_SUCCESS;
}

CUresult iq_graph_add(struct iq_graph *graph, CUgraphNodeType type,
                      struct iq_soft_node *const *before, size_t count, struct iq_soft_node **made)
{
    if (graph->count == graph->capacity) {
        size_t capacity = graph->capacity ? graph->capacity * 2 : 16;
        struct iq_soft_node **grown = realloc(graph->nodes, capacity * sizeof *grown);
        if (!grown)
            return CUDA_ERROR_OUT_OF_MEMORY;
        graph->nodes = grown;
        graph->capacity = capacity;
    }
    struct iq_soft_node *node = iq_obj_new(IQ_OBJ_NODE, sizeof *node);
    if (!node)
        return CUDA_ERROR_OUT_OF_MEMORY;
    node->obj.finish = node_finish;
    node->graph = graph;
    node->type = node->params.type = type;
    node->id = iq_next_id();
    node->index = graph->count;
    graph->nodes[graph->count++] = node;
    CUresult r = CUDA_SUCCESS;
    for (size_t i = 0; i < count && !r; i++)
        r = iq_node_depend(node, before[i], NULL);
    if (r)
        iq_node_destroy(node);
    *made = node;
    return r;
}

void iq_node_destroy(struct iq_soft_node *node)
{
    struct iq_graph *graph = node->graph;
    for (size_t i = 0; i < graph->count; i++) {
        struct iq_soft_node *other = graph->nodes[i];
        for (size_t j = 0; j < other->before_count; j++)
            if (other->before[j] == node) {
                memmove(&other->before[j], &other->before[j + 1],
                        (other->before_count - j - 1) * sizeof *other->before);
                memmove(&other->before_data[j], &other->before_data[j + 1],
                        (other->before_count - j - 1) * sizeof *other->before_data);
                other->before_count--;
                break;
            }
    }
    memmove(&graph->nodes[node->index], &graph->nodes[node->index + 1],
            (graph->count - node->index - 1) * sizeof *graph->nodes);
    graph->count--;
    for (size_t i = node->index; i < graph->count; i++)
        graph->nodes[i]->index = i;
    iq_node_clear(node);
    iq_obj_kill(node, false);
}

void iq_graph_destroy(struct iq_graph *graph)
{
    for (size_t i = 0; i < graph->count; i++) {
        iq_node_clear(graph->nodes[i]);
        iq_obj_kill(graph->nodes[i], false);
    }
    graph->count = 0;
    for (size_t i = 0; i < graph->user_count; i++)
        iq_user_unref(graph->users[i].user, graph->users[i].count);
    graph->user_count = 0;
    iq_obj_kill(graph, false);
}

/* ---- node contents ---- */

static CUresult bind_params(struct iq_soft_node *node)
{
    const struct iq_ptx_kernel *kernel = node->work.u.kernel.function->kernel;
    node->kernel_params = calloc(kernel->param_count + 1, sizeof *node->kernel_params);
    if (!node->kernel_params)
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < kernel->param_count; i++)
        node->kernel_params[i] = (char *)node->work.u.kernel.params + kernel->params[i].offset;
    node->params.kernel.kernelParams = node->kernel_params;
    node->params.kernel.extra = NULL;
    return CUDA_SUCCESS;
}

static void kernel_params_of(struct iq_soft_node *node)
{
    const struct iq_launch_work *work = &node->work.u.kernel;
    CUDA_KERNEL_NODE_PARAMS_v3 *out = &node->params.kernel;
    *out = (CUDA_KERNEL_NODE_PARAMS_v3){ .func = iq_obj_handle(work->function),
                                         .gridDimX = work->grid[0],
                                         .gridDimY = work->grid[1],
                                         .gridDimZ = work->grid[2],
                                         .blockDimX = work->block[0],
                                         .blockDimY = work->block[1],
                                         .blockDimZ = work->block[2],
                                         .sharedMemBytes = work->shared };
}

static void side_params(const struct iq_side *side, CUmemorytype *type, CUdeviceptr *device,
                        CUarray *array, size_t *pitch)
{
    *type = side->kind == IQ_SIDE_ARRAY ? CU_MEMORYTYPE_ARRAY : CU_MEMORYTYPE_UNIFIED;
    *device = side->kind == IQ_SIDE_ARRAY ? 0 : side->address;
    *array = side->kind == IQ_SIDE_ARRAY ? iq_obj_handle(side->array) : NULL;
    *pitch = side->pitch;
}

static void copy_params_of(struct iq_soft_node *node)
{
    const struct iq_copy_work *work = &node->work.u.copy;
    CUDA_MEMCPY3D *out = &node->params.memcpy.copyParams;
    *out = (CUDA_MEMCPY3D){ .WidthInBytes = work->width,
                            .Height = work->height,
                            .Depth = work->depth };
    side_params(&work->dst, &out->dstMemoryType, &out->dstDevice, &out->dstArray, &out->dstPitch);
    side_params(&work->src, &out->srcMemoryType, &out->srcDevice, &out->srcArray, &out->srcPitch);
    out->srcHeight = out->dstHeight = work->height;
}

/* The call under way says what the node writes; the one that launches the graph does not. */
static void set_maker(struct iq_work *work)
{
    if (!iq_observer_wants(IQ_SOFT_WATCH_UNINITIALIZED))
        return;
    if (work->kind == IQ_WORK_COPY)
        work->u.copy.made = iq_observer_site();
    else if (work->kind == IQ_WORK_FILL)
        work->u.fill.made = iq_observer_site();
}

CUresult iq_node_take_work(struct iq_soft_node *node, struct iq_work *work)
{
    node->work = *work;
    set_maker(&node->work);
    *work = (struct iq_work){ .kind = IQ_WORK_NOTHING };
    switch (node->work.kind) {
    case IQ_WORK_KERNEL:
        node->type = CU_GRAPH_NODE_TYPE_KERNEL;
        kernel_params_of(node);
        node->params.type = node->type;
        return bind_params(node);
    case IQ_WORK_COPY:
        node->type = CU_GRAPH_NODE_TYPE_MEMCPY;
        copy_params_of(node);
        break;
    case IQ_WORK_FILL:
        node->type = CU_GRAPH_NODE_TYPE_MEMSET;
        node->params.memset = (CUDA_MEMSET_NODE_PARAMS_v2){ node->work.u.fill.address,
                                                            node->work.u.fill.pitch,
                                                            node->work.u.fill.value,
                                                            node->work.u.fill.element,
                                                            node->work.u.fill.width,
                                                            node->work.u.fill.height,
                                                            NULL };
        break;
    case IQ_WORK_HOST:
        node->type = CU_GRAPH_NODE_TYPE_HOST;
        node->params.host =
            (CUDA_HOST_NODE_PARAMS_v2){ node->work.u.host.fn, node->work.u.host.user };
        break;
    case IQ_WORK_WAIT_VALUE:
    case IQ_WORK_WRITE_VALUE: node->type = CU_GRAPH_NODE_TYPE_BATCH_MEM_OP; break;
    default: break;
    }
    node->params.type = node->type;
    return CUDA_SUCCESS;
}

/* What attributes asked for when the node was made stays when its parameters change. */
static void keep_attributes(const struct iq_soft_node *node, struct iq_launch_shape *shape)
{
    const struct iq_launch_work *old =
        node->work.kind == IQ_WORK_KERNEL ? &node->work.u.kernel : NULL;
    shape->cooperative = old && old->cooperative;
    for (int i = 0; old && i < 3; i++)
        /* not what the old kernel itself says */
        shape->cluster[i] = old->function->cluster[i] > 0 ? 0 : old->cluster[i];
}

static CUresult set_kernel(struct iq_ctx *ctx, struct iq_soft_node *node,
                           const CUDA_KERNEL_NODE_PARAMS_v3 *from)
{
    struct iq_function *function;
    struct iq_launch_shape shape = { { from->gridDimX, from->gridDimY, from->gridDimZ },
                                     { from->blockDimX, from->blockDimY, from->blockDimZ },
                                     from->sharedMemBytes,
                                     false,
                                     { 0 } };
    struct iq_work work = { .kind = IQ_WORK_KERNEL };
    keep_attributes(node, &shape);
    CUresult r = iq_function_get(from->func ? from->func : (CUfunction)from->kern, ctx, &function);
    if (!r)
        r = iq_launch_plan(ctx, function, &shape, from->kernelParams, from->extra, &work.u.kernel);
    if (r)
        return r;
    iq_node_clear(node);
    r = iq_node_take_work(node, &work);
    node->params.kernel.kern = from->kern;
    node->params.kernel.ctx = from->ctx;
    return r;
}

static CUresult set_values(struct iq_soft_node *node, const CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 *from)
{
    if (from->count > 256 || (from->count && !from->paramArray) || from->flags)
        return CUDA_ERROR_INVALID_VALUE;
    struct iq_value_work *values = calloc(from->count + 1, sizeof *values);
    bool *writes = calloc(from->count + 1, sizeof *writes);
    CUresult r = values && writes ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    for (unsigned i = 0; i < from->count && !r; i++) {
        const CUstreamBatchMemOpParams *op = &from->paramArray[i];
        bool wide = op->operation == CU_STREAM_MEM_OP_WAIT_VALUE_64 ||
                    op->operation == CU_STREAM_MEM_OP_WRITE_VALUE_64;
        writes[i] = op->operation == CU_STREAM_MEM_OP_WRITE_VALUE_32 ||
                    op->operation == CU_STREAM_MEM_OP_WRITE_VALUE_64;
        struct iq_side side;
        values[i] = (struct iq_value_work){ op->waitValue.address,
                                            wide ? op->waitValue.value64 : op->waitValue.value,
                                            op->waitValue.flags, wide };
        r = iq_side_plan(values[i].address, wide ? 8 : 4, IQ_EXPECT_DEVICE, &side);
    }
    if (r) {
        free(values);
        free(writes);
        return r;
    }
    iq_node_clear(node);
    node->values = values;
    node->value_writes = writes;
    node->value_count = from->count;
    return CUDA_SUCCESS;
}

static CUresult set_alloc(struct iq_ctx *ctx, struct iq_soft_node *node,
                          const CUDA_MEM_ALLOC_NODE_PARAMS_v2 *from)
{
    CUdeviceptr address;
    if (!from->bytesize || from->poolProps.allocType != CU_MEM_ALLOCATION_TYPE_PINNED ||
        from->poolProps.location.type != CU_MEM_LOCATION_TYPE_DEVICE ||
        from->poolProps.location.id < 0 || from->poolProps.location.id >= iq_soft.device_count)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult r = iq_pool_allocate_node(NULL, ctx->legacy, from->bytesize, &address);
    if (!r)
        node->address = node->params.alloc.dptr = address;
    return r;
}

bool iq_graph_frees(const struct iq_graph *graph, uint64_t address)
{
    for (size_t i = 0; i < graph->count; i++)
        if (graph->nodes[i]->type == CU_GRAPH_NODE_TYPE_MEM_FREE &&
            graph->nodes[i]->address == address)
            return true;
    return false;
}

bool iq_graph_frees_at(const struct iq_graph *graph, uint64_t address)
{
    const struct iq_alloc *alloc = iq_alloc_find(address);
    return alloc && alloc->of_graph && iq_graph_frees(graph, alloc->base);
}

/* Only what some graph has allocated, and once in a graph. */
static CUresult set_free(struct iq_soft_node *node, CUdeviceptr address)
{
    const struct iq_alloc *alloc = iq_alloc_find(address);
    if (!alloc || !alloc->of_graph || alloc->base != address ||
        (node->address != address && iq_graph_frees(node->graph, address)))
        return CUDA_ERROR_INVALID_VALUE;
    node->address = address;
    return CUDA_SUCCESS;
}

static CUresult set_event(struct iq_soft_node *node, CUevent handle)
{
    struct iq_soft_event *event;
    CUresult r = iq_event_get(handle, &event);
    if (r)
        return r;
    iq_obj_ref(event);
    iq_obj_unref(node->event);
    node->event = event;
    return CUDA_SUCCESS;
}

static CUresult set_branch(struct iq_soft_node *node, const CUgraphNodeParams *params)
{
    struct iq_branch *branch;
    CUresult r =
        node->branch ? CUDA_ERROR_NOT_SUPPORTED : iq_branch_new(&params->conditional, &branch);
    if (r)
        return r;
    node->branch = branch;
    node->params = *params;
    node->params.conditional.phGraph_out = branch->handles;
    return CUDA_SUCCESS;
}

static CUresult set_simple(struct iq_soft_node *node, const CUgraphNodeParams *params)
{
    struct iq_work work = { .kind = IQ_WORK_NOTHING };
    CUresult r = CUDA_SUCCESS;
    if (params->type == CU_GRAPH_NODE_TYPE_MEMCPY) {
        work.kind = IQ_WORK_COPY;
        r = iq_copy_plan_3d(&params->memcpy.copyParams, &work.u.copy);
    } else if (params->type == CU_GRAPH_NODE_TYPE_MEMSET) {
        const CUDA_MEMSET_NODE_PARAMS_v2 *from = &params->memset;
        work.kind = IQ_WORK_FILL;
        r = from->elementSize != 1 && from->elementSize != 2 && from->elementSize != 4
                ? CUDA_ERROR_INVALID_VALUE
                : iq_fill_plan(from->dst, from->pitch, from->width, from->height, from->value,
                               from->elementSize, &work.u.fill);
    } else {
        work.kind = IQ_WORK_HOST;
        work.u.host = (struct iq_host_work){ .fn = params->host.fn, .user = params->host.userData };
        r = params->host.fn ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    }
    if (r)
        return r;
    iq_node_clear(node);
    node->work = work;
    set_maker(&node->work);
    node->params = *params;
    return CUDA_SUCCESS;
}

CUresult iq_node_set(struct iq_ctx *ctx, struct iq_soft_node *node, const CUgraphNodeParams *params)
{
    struct iq_graph *child;
    CUresult r = CUDA_SUCCESS;
    switch ((int)params->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL: return set_kernel(ctx, node, &params->kernel);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
    case CU_GRAPH_NODE_TYPE_MEMSET:
    case CU_GRAPH_NODE_TYPE_HOST: return set_simple(node, params);
    case CU_GRAPH_NODE_TYPE_EMPTY: break;
    case CU_GRAPH_NODE_TYPE_GRAPH:
        r = iq_graph_get(params->graph.graph, &child);
        if (!r && iq_graph_has_conditions(child))
            r = CUDA_ERROR_NOT_SUPPORTED;
        if (!r)
            r = iq_graph_clone(child, &child);
        if (r)
            return r;
        iq_node_clear(node);
        node->child = child;
        child->owned = true;
        break;
    case CU_GRAPH_NODE_TYPE_CONDITIONAL: return set_branch(node, params);
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT: r = set_event(node, params->eventWait.event); break;
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD: r = set_event(node, params->eventRecord.event); break;
    case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP: r = set_values(node, &params->memOp); break;
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
        node->params = *params;
        return set_alloc(ctx, node, &params->alloc);
    case CU_GRAPH_NODE_TYPE_MEM_FREE: r = set_free(node, params->free.dptr); break;
    default: return CUDA_ERROR_NOT_SUPPORTED;
    }
    if (!r)
        node->params = *params;
    return r;
}

/* ---- copies ---- */

static CUresult clone_node(const struct iq_soft_node *from, struct iq_soft_node *to)
{
    CUresult r = iq_work_clone(&to->work, &from->work);
    to->type = from->type;
    to->params = from->params;
    to->address = from->address;
    to->disabled = from->disabled;
    to->original_id = from->id;
    memcpy(to->attributes, from->attributes, sizeof to->attributes);
    if (r)
        to->work.kind = IQ_WORK_NOTHING;
    if (!r && to->work.kind == IQ_WORK_KERNEL)
        r = bind_params(to);
    if (!r && from->value_count) {
        to->values = malloc(from->value_count * sizeof *to->values);
        to->value_writes = malloc(from->value_count * sizeof *to->value_writes);
        if (!to->values || !to->value_writes)
            return CUDA_ERROR_OUT_OF_MEMORY;
        memcpy(to->values, from->values, from->value_count * sizeof *to->values);
        memcpy(to->value_writes, from->value_writes, from->value_count * sizeof *to->value_writes);
        to->value_count = from->value_count;
    }
    if (!r && from->child)
        r = iq_graph_clone(from->child, &to->child);
    if (!r && to->child)
        to->child->owned = true;
    if (!r && from->branch)
        r = iq_branch_clone(from->branch, &to->branch);
    if (!r && from->event) {
        to->event = from->event;
        iq_obj_ref(to->event);
    }
    return r;
}

static CUresult share_conditions(struct iq_graph *to, const struct iq_graph *from)
{
    if (!from->condition_count)
        return CUDA_SUCCESS;
    to->conditions = malloc(from->condition_count * sizeof(struct iq_condition *));
    if (!to->conditions)
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < from->condition_count; i++)
        iq_condition_ref(to->conditions[i] = from->conditions[i]);
    to->condition_count = from->condition_count;
    return CUDA_SUCCESS;
}

CUresult iq_graph_clone(const struct iq_graph *graph, struct iq_graph **made)
{
    struct iq_graph *clone = iq_graph_new();
    CUresult r = clone ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < graph->count && !r; i++) {
        struct iq_soft_node *node;
        r = iq_graph_add(clone, graph->nodes[i]->type, NULL, 0, &node);
        if (!r)
            r = clone_node(graph->nodes[i], node);
    }
    for (size_t i = 0; i < graph->count && !r; i++)
        for (size_t j = 0; j < graph->nodes[i]->before_count && !r; j++)
            r = iq_node_depend(clone->nodes[i], clone->nodes[graph->nodes[i]->before[j]->index],
                               &graph->nodes[i]->before_data[j]);
    if (!r)
        r = share_conditions(clone, graph);
    if (r && clone)
        iq_graph_destroy(clone);
    *made = r ? NULL : clone;
    return r;
}

size_t *iq_graph_sort(const struct iq_graph *graph, CUresult *why)
{
    size_t *order = calloc(graph->count + 1, sizeof *order),
           *left = calloc(graph->count + 1, sizeof *left), done = 0;
    *why = order && left ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < graph->count && !*why; i++)
        left[i] = graph->nodes[i]->before_count;
    for (bool moved = true; moved && !*why && done < graph->count;) {
        moved = false;
        for (size_t i = 0; i < graph->count; i++) {
            bool ready = left[i] != SIZE_MAX;
            for (size_t j = 0; ready && j < graph->nodes[i]->before_count; j++)
                ready = left[graph->nodes[i]->before[j]->index] == SIZE_MAX;
            if (ready) {
                order[done++] = i;
                left[i] = SIZE_MAX;
                moved = true;
            }
        }
    }
    if (!*why && done < graph->count)
        *why = CUDA_ERROR_INVALID_VALUE;
    free(left);
    if (*why) {
        free(order);
        return NULL;
    }
    return order;
}

/* ---- running ---- */

static CUresult emit_one(struct iq_ctx *ctx, struct iq_work *work, struct iq_op *first,
                         struct iq_op *const *before, size_t count, struct iq_op **made)
{
    /* a captured one was reported when it was captured */
    if (work && work->kind == IQ_WORK_KERNEL && !work->u.kernel.number) {
        work->u.kernel.number = iq_launch_number();
        iq_observer_launch(&work->u.kernel, 0);
    }
    struct iq_op *op = iq_op_new(ctx, work);
    if (!op)
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult r = iq_op_after(op, first);
    for (size_t i = 0; i < count && !r; i++)
        r = iq_op_after(op, before[i]);
    *made = op;
    return r;
}

static CUresult emit_values(const struct iq_soft_node *node, struct iq_ctx *ctx, struct iq_op **op)
{
    for (size_t i = 0; i < node->value_count; i++) {
        struct iq_work work = { .kind = node->value_writes[i] ? IQ_WORK_WRITE_VALUE
                                                              : IQ_WORK_WAIT_VALUE };
        struct iq_op *next;
        work.u.value = node->values[i];
        CUresult r = emit_one(ctx, &work, *op, NULL, 0, &next);
        iq_op_submit(*op);
        iq_op_unref(*op);
        *op = next;
        if (r)
            return r;
    }
    return CUDA_SUCCESS;
}

/* Memory comes and goes with the nodes in the order of the launch. */
static void move_memory(const struct iq_soft_node *node)
{
    struct iq_alloc *alloc = node->address ? iq_alloc_find(node->address) : NULL;
    if (alloc && alloc->of_graph)
        alloc->resting = node->type == CU_GRAPH_NODE_TYPE_MEM_FREE;
}

/* Memory that the last launch left behind must have been freed, unless the program wanted that done
 * for it. */
static bool has_leftovers(const struct iq_exec *exec)
{
    bool freed = exec->flags & CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH;
    for (size_t i = 0; i < exec->graph->count && !freed; i++) {
        const struct iq_soft_node *node = exec->graph->nodes[i];
        const struct iq_alloc *alloc =
            node->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC ? iq_alloc_find(node->address) : NULL;
        if (alloc && alloc->of_graph && !alloc->resting)
            return true;
    }
    return false;
}

/* What [branch] does is known when its turn comes; what is after it waits for an operation that
 * may come later still. */
static CUresult decide(struct iq_ctx *ctx, struct iq_branch *branch, struct iq_work *work)
{
    struct iq_op *done = iq_op_new(ctx, NULL);
    if (!done)
        return CUDA_ERROR_OUT_OF_MEMORY;
    work->kind = IQ_WORK_BRANCH;
    work->u.branch = (struct iq_branch_work){ branch, done, iq_engine_call() };
    iq_branch_ref(branch);
    return CUDA_SUCCESS;
}

static CUresult emit_node(const struct iq_soft_node *node, struct iq_ctx *ctx, struct iq_op *first,
                          struct iq_op **ops)
{
    struct iq_work work = { .kind = IQ_WORK_NOTHING };
    struct iq_op **before = calloc(node->before_count + 1, sizeof *before), *op = NULL;
    CUresult r = before ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < node->before_count && !r; i++)
        before[i] = ops[node->before[i]->index];
    if (!r && !node->disabled && node->work.kind != IQ_WORK_NOTHING)
        r = iq_work_clone(&work, &node->work);
    else if (!r && node->event)
        work = iq_event_shared_work(node->event, node->type == CU_GRAPH_NODE_TYPE_EVENT_RECORD);
    if (work.kind == IQ_WORK_HOST)
        work.u.host.of_graph = true;
    if (!r && node->branch)
        r = decide(ctx, node->branch, &work);
    if (!r)
        r = emit_one(ctx, work.kind ? &work : NULL, first, before, node->before_count, &op);
    free(before);
    if (!r)
        move_memory(node);
    if (!r && node->type == CU_GRAPH_NODE_TYPE_WAIT_EVENT)
        r = iq_op_after(op, node->event->recorded);
    if (!r && node->type == CU_GRAPH_NODE_TYPE_EVENT_RECORD) {
        iq_op_unref(node->event->recorded);
        node->event->recorded = op;
        iq_op_ref(op);
    }
    if (!r && node->value_count)
        r = emit_values(node, ctx, &op);
    if (!r && node->branch) {
        struct iq_op *done = op->work.u.branch.done;
        iq_op_ref(done);
        r = iq_op_after(done, op);
        iq_op_submit(op);
        iq_op_unref(op);
        op = done;
    }
    if (!r && node->child) {
        struct iq_op *last;
        r = iq_graph_emit(node->child, ctx, op, &last);
        iq_op_submit(op);
        iq_op_unref(op);
        op = last;
    }
    if (op)
        iq_op_submit(op);
    ops[node->index] = op;
    return r;
}

CUresult iq_graph_emit(struct iq_graph *graph, struct iq_ctx *ctx, struct iq_op *first,
                       struct iq_op **last)
{
    CUresult r;
    size_t *order = iq_graph_sort(graph, &r);
    struct iq_op **ops = calloc(graph->count + 1, sizeof *ops);
    *last = iq_op_new(ctx, NULL);
    if (!r && (!ops || !*last))
        r = CUDA_ERROR_OUT_OF_MEMORY;
    if (*last)
        iq_op_after(*last, first);
    for (size_t i = 0; i < graph->count && !r; i++)
        r = emit_node(graph->nodes[order[i]], ctx, first, ops);
    for (size_t i = 0; ops && i < graph->count; i++) {
        if (*last && ops[i])
            iq_op_after(*last, ops[i]);
        iq_op_unref(ops[i]);
    }
    free(ops);
    free(order);
    return r;
}

/* Launches of one executable graph follow one another. */
CUresult iq_graph_launch(struct iq_exec *exec, struct iq_stream *stream)
{
    if (has_leftovers(exec))
        return CUDA_ERROR_INVALID_VALUE;
    struct iq_work work = { .kind = IQ_WORK_NOTHING };
    if (exec->conditional) {
        work.kind = IQ_WORK_CONDITIONS;
        work.u.conditions.exec = exec;
        iq_obj_ref(exec);
        iq_graph_announce_bodies(exec->graph);
    }
    struct iq_op *first = iq_op_new(stream->ctx, &work), *last = NULL;
    CUresult r = first ? iq_op_after(first, exec->last) : CUDA_ERROR_OUT_OF_MEMORY;
    if (!r)
        r = iq_stream_order(stream, first);
    if (!r)
        r = iq_graph_emit(exec->graph, stream->ctx, first, &last);
    if (first) {
        iq_op_submit(first);
        iq_op_unref(first);
    }
    if (!last)
        return r;
    iq_op_ref(last);
    iq_op_unref(stream->tail);
    stream->tail = last;
    iq_op_unref(exec->last);
    exec->last = last;
    iq_op_submit(last);
    return r;
}
