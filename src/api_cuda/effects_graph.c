/* graph-stale: which memory the nodes of a graph use, and whether it is still there when the graph
 * runs. What a capture enqueues is noted with the stream that captures and goes to the graph when
 * the capture ends; what a node is made of goes to its graph, or to the executable one that is
 * changed.  An executable graph has what its graph had when it was instantiated. phase
 * IQ_EFFECTS_CHECK: may still be answered, 0: about to be forwarded, 1: over.
 * Owner: the handles of graphs; lists are shared until one is changed.  Threads: IQ_LOCK_NAMES.
 * Fork: survives. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "abi/cuda_abi.h"
#include "abi/cudart_abi.h"
#include "api_cuda/arguments.h"
#include "api_cuda/graphs.h"
#include "api_cuda/kernels.h"
#include "api_cuda/port.h"
#include "base/layout.h"
#include "base/locks.h"
#include "call/core.h"
#include "call/plan.h"
#include "call/variable.h"
#include "call/walk.h"
#include "model/handle.h"
#include "model/names.h"
#include "process/hostheap.h"
#include "process/hostmem.h"
#include "process/stack.h"

void iq_fx_graph_instantiate(struct iq_call *call, int phase);
void iq_fx_graph_launch(struct iq_call *call, int phase);
void iq_fx_graph_update(struct iq_call *call, int phase);
void iq_fx_graph_destroy(struct iq_call *call, int phase);
void iq_fx_graph_node(struct iq_call *call, int phase);
void iq_fx_graph_kernel_node(struct iq_call *call, int phase);
void iq_fx_graph_host_node(struct iq_call *call, int phase);
void iq_fx_graph_any_node(struct iq_call *call, int phase);
void iq_fx_graph_child_node(struct iq_call *call, int phase);
void iq_fx_graph_event_node(struct iq_call *call, int phase);
void iq_fx_graph_clone(struct iq_call *call, int phase);
void iq_look_any_node(struct iq_call *call, iq_member_fn visit, void *user);

enum {
    MAX_BODIES = 1024,
    MAX_PENDING = 2048,
    MAX_USES = 1 << 16,
    CALL_USES = IQ_THREAD_ARGS + IQ_IMAGE_WORDS
};

struct iq_graph_uses {
    uint32_t refs, count, room;
    struct iq_graph_use uses[];
};

/* of captures under way */
static struct {
    uint64_t stream;
    struct iq_graph_use use;
} pending[MAX_PENDING];
static uint32_t pending_count;

/* Are [size] bytes at [address], to which argument [arg] leads, in a frame of the calling thread,
 * or at [address] a block of the heap?  [use]: they are noted. */
static bool is_in_frame(struct iq_call *call, int arg, uint64_t address, uint64_t size,
                        struct iq_graph_use *use)
{
    struct iq_stack_frame frame;
    if (!iq_variable_is_near(address) || !iq_stack_frame_of(call->site, address, &frame))
        return false;
    *use = (struct iq_graph_use){ .base = address,
                                  .size = size,
                                  .number = frame.root,
                                  .arg = arg,
                                  .what = IQ_GRAPH_USED_FRAME,
                                  .ref = iq_call_ref_of(call) };
    return true;
}

static bool is_block(struct iq_call *call, int arg, uint64_t address, struct iq_graph_use *use)
{
    struct iq_hostheap_block block;
    if (!address || iq_resolved_block(call, arg, address, &block) != IQ_HOSTHEAP_LIVE ||
        !iq_hostheap_certainly_live(&block))
        return false;
    *use = (struct iq_graph_use){ .base = block.base,
                                  .size = block.size,
                                  .number = block.allocated,
                                  .arg = arg,
                                  .what = IQ_GRAPH_USED_HEAP,
                                  .ref = iq_call_ref_of(call) };
    return true;
}

/* The user data of a host function, where they may end. */
static bool is_user_data(struct iq_call *call, int arg, uint64_t data, struct iq_graph_use *use)
{
    bool found = is_in_frame(call, arg, data, 1, use) || is_block(call, arg, data, use);
    use->user = found;
    return found;
}

/* What [call] uses: its memory arguments, the pointers that its kernel gets. */
static int collect(struct iq_thread *thread, struct iq_call *call, struct iq_graph_use *uses)
{
    struct iq_call_ref ref = iq_call_ref_of(call);
    struct iq_range range;
    int count = 0;
    for (int i = 0; i < call->entry->arg_count && i < IQ_THREAD_ARGS; i++) {
        const struct iq_resolved *place = &thread->resolved[i];
        if (!(call->plan->access & 1u << i) || place->call != call->number)
            continue;
        if (place->live)
            uses[count++] = (struct iq_graph_use){ .base = place->range.base,
                                                   .size = place->range.size,
                                                   .number = place->range.created.number,
                                                   .arg = i,
                                                   .what = IQ_GRAPH_USED_MEMORY,
                                                   .ref = ref };
        else if (is_block(call, i, call->args[i], &uses[count]) ||
                 is_in_frame(call, i, call->args[i], iq_walk_size(call, i), &uses[count]))
            count++;
    }
    for (int i = 0; thread->kernel && i < thread->kernel->word_count; i++)
        if (!iq_image_word_is_offset(&thread->kernel->words[i]) &&
            thread->word_memory[i] == IQ_ARGUMENT_DEVICE && iq_range_find(thread->words[i], &range))
            uses[count++] = (struct iq_graph_use){ .base = range.base,
                                                   .size = range.size,
                                                   .number = range.created.number,
                                                   .arg = thread->kernel->words[i].param,
                                                   .what = IQ_GRAPH_USED_BY_KERNEL,
                                                   .ref = ref };
    return count;
}

void iq_graph_captured(struct iq_thread *thread, struct iq_call *call)
{
    bool launch = call->entry->flags & IQ_ENTRY_LAUNCH && thread->kernel;
    const struct iq_handle *stream = iq_resolved_handle(call, call->plan->stream, IQ_KIND_STREAM);
    bool function = call->entry->flow == IQ_FLOW_HOST_FUNCTION;
    struct iq_graph_use uses[CALL_USES];
    if ((!call->plan->access && !launch && !function) || !stream ||
        !(stream->flags & IQ_HANDLE_CAPTURING))
        return;
    if (!(call->entry->flags & IQ_ENTRY_LAUNCH))
        thread->kernel = NULL;
    int data = iq_entry_arg(call->entry, IQ_ROLE_USER);
    int count =
        function ? is_user_data(call, data, call->args[data], uses) : collect(thread, call, uses);
    iq_lock(IQ_LOCK_NAMES);
    for (int i = 0; i < count && pending_count < MAX_PENDING; i++) {
        pending[pending_count].stream = stream->value;
        pending[pending_count++].use = uses[i];
    }
    iq_unlock(IQ_LOCK_NAMES);
}

/* Lists.  IQ_LOCK_NAMES is held. */

static void drop(struct iq_handle *owner)
{
    struct iq_graph_uses *old = owner->uses;
    owner->uses = NULL;
    if (old && !--old->refs)
        free(old);
}

/* [owner]'s own list with room for [more]; NULL: no memory, or too many. */
static struct iq_graph_uses *own(struct iq_handle *owner, uint32_t more)
{
    struct iq_graph_uses *old = owner->uses;
    uint32_t count = old ? old->count : 0, room = old ? old->room : 16;
    if (old && old->refs == 1 && count + more <= room)
        return old;
    while (room < count + more)
        room *= 2;
    struct iq_graph_uses *uses =
        room > MAX_USES ? NULL : malloc(sizeof *uses + room * sizeof *uses->uses);
    if (!uses)
        return NULL;
    *uses = (struct iq_graph_uses){ 1, count, room };
    if (count)
        memcpy(uses->uses, old->uses, count * sizeof *uses->uses);
    drop(owner);
    return owner->uses = uses;
}

/* All of [more] or, at the limit, none; [node] has them, 0: who they say. */
static void add(struct iq_handle *owner, const struct iq_graph_use *more, uint32_t count,
                uint64_t node)
{
    struct iq_graph_uses *uses = count ? own(owner, count) : NULL;
    if (!uses)
        return;
    memcpy(uses->uses + uses->count, more, count * sizeof *more);
    for (uint32_t i = 0; node && i < count; i++)
        uses->uses[uses->count + i].node = node;
    uses->count += count;
}

/* What [node] used before it was changed. */
static void forget(struct iq_handle *owner, uint64_t node)
{
    struct iq_graph_uses *uses = node && owner->uses ? own(owner, 0) : NULL;
    uint32_t kept = 0;
    for (uint32_t i = 0; uses && i < uses->count; i++)
        if (uses->uses[i].node != node)
            uses->uses[kept++] = uses->uses[i];
    if (uses)
        uses->count = kept;
}

/* [to] has what [from] has.  Takes the lock. */
static void become(struct iq_handle *to, const struct iq_handle *from)
{
    if (!to || !from || to == from)
        return;
    iq_lock(IQ_LOCK_NAMES);
    drop(to);
    if ((to->uses = from->uses))
        to->uses->refs++;
    iq_unlock(IQ_LOCK_NAMES);
}

/* Handles. */

static struct iq_handle *handle_of(enum iq_kind kind, uint64_t value)
{
    struct iq_handle *handle = value ? iq_handle_find(kind, value) : NULL;
    return handle && handle->kind == kind ? handle : NULL;
}

static uint64_t stored(const struct iq_call *call, int arg)
{
    uint64_t value = 0;
    if (call->args[arg])
        memcpy(&value, (const void *)(uintptr_t)call->args[arg], sizeof value);
    return value;
}

/* The first argument of [kind], by value. */
static struct iq_handle *given(const struct iq_call *call, enum iq_kind kind)
{
    for (int i = 0; i < call->entry->arg_count; i++)
        if (call->entry->args[i].kind == kind && call->entry->args[i].role == IQ_ROLE_USE)
            return handle_of(kind, call->args[i]);
    return NULL;
}

void iq_graph_capture_ended(struct iq_call *call)
{
    struct iq_handle *graph = call->result ? NULL : handle_of(IQ_KIND_GRAPH, stored(call, 1));
    uint32_t kept = 0;
    iq_lock(IQ_LOCK_NAMES);
    for (uint32_t i = 0; i < pending_count; i++) {
        if (pending[i].stream != call->args[0])
            pending[kept++] = pending[i];
        else if (graph)
            add(graph, &pending[i].use, 1, 0);
    }
    pending_count = kept;
    iq_unlock(IQ_LOCK_NAMES);
}

void iq_fx_graph_instantiate(struct iq_call *call, int phase)
{
    if (phase != 1 || call->result)
        return;
    struct iq_handle *exec = handle_of(IQ_KIND_GRAPH_EXEC, stored(call, 0)),
                     *graph = handle_of(IQ_KIND_GRAPH, call->args[1]);
    become(exec, graph);
    if (exec)
        iq_handle_set_owner(exec, graph);
}

/* An answer that programs expect; see ledger.c for what excuses it. */
static void suspect_update(struct iq_call *call)
{
    int arg = call->entry->arg_count - 1;
    uint32_t reason = 0;
    IQ_DROP(iq_hostmem_copy(call->args[arg], &reason, sizeof reason)); /* else 0: no reason */
    iq_cuda_port.update_refused(handle_of(IQ_KIND_GRAPH_EXEC, call->args[0]), reason);
}

/* (executable graph, graph, ...) */
void iq_fx_graph_update(struct iq_call *call, int phase)
{
    if (phase == 1 && !call->outer && call->result == CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE)
        suspect_update(call);
    if (phase != 1 || call->result)
        return;
    struct iq_handle *exec = handle_of(IQ_KIND_GRAPH_EXEC, call->args[0]),
                     *graph = handle_of(IQ_KIND_GRAPH, call->args[1]);
    become(exec, graph);
}

void iq_fx_graph_destroy(struct iq_call *call, int phase)
{
    if (phase != 1 || call->result)
        return;
    struct iq_handle *owner = handle_of((enum iq_kind)call->entry->args[0].kind, call->args[0]);
    iq_lock(IQ_LOCK_NAMES);
    if (owner)
        drop(owner);
    iq_unlock(IQ_LOCK_NAMES);
}

/* A node was added to a graph, or what it is made of was changed, in its graph or in an executable
 * one: it uses these now. */
static void node_gets(struct iq_call *call, const struct iq_graph_use *uses, uint32_t count)
{
    bool made = call->entry->args[0].role == IQ_ROLE_NEW;
    struct iq_handle *node =
        made ? handle_of(IQ_KIND_GRAPH_NODE, stored(call, 0)) : given(call, IQ_KIND_GRAPH_NODE);
    struct iq_handle *owner = given(call, IQ_KIND_GRAPH_EXEC);
    if (!owner)
        owner = made ? given(call, IQ_KIND_GRAPH)
                : node && node->parent && node->parent->kind == IQ_KIND_GRAPH ? node->parent
                                                                              : NULL;
    if (!node || !owner)
        return;
    iq_lock(IQ_LOCK_NAMES);
    if (!made)
        forget(owner, node->value);
    add(owner, uses, count, node->value);
    iq_unlock(IQ_LOCK_NAMES);
}

/* The node uses what the arguments of [call], or of the kernel that it names, lead to. */
static void node_done(struct iq_call *call)
{
    struct iq_graph_use uses[CALL_USES];
    node_gets(call, uses, (uint32_t)collect(iq_thread_block, call, uses));
}

void iq_fx_graph_node(struct iq_call *call, int phase)
{
    if (phase != 1 || call->outer || call->result)
        return;
    iq_thread_block->kernel = NULL; /* that of an earlier launch */
    node_done(call);
}

/* The struct of a kernel node, in the layouts of both APIs: func, six dimensions, shared memory,
 * kernelParams, extra; then perhaps kern. */
struct kernel_node {
    uint64_t function;
    uint32_t grid[3], block[3], shared, unused;
    uint64_t params, extra, kernel;
};
IQ_SAME_MEMBER(struct kernel_node, function, CUDA_KERNEL_NODE_PARAMS, func);
IQ_SAME_MEMBER(struct kernel_node, shared, CUDA_KERNEL_NODE_PARAMS, sharedMemBytes);
IQ_SAME_MEMBER(struct kernel_node, params, CUDA_KERNEL_NODE_PARAMS, kernelParams);
IQ_SAME_MEMBER(struct kernel_node, extra, CUDA_KERNEL_NODE_PARAMS, extra);
IQ_SAME_MEMBER(struct kernel_node, grid[0], CUDA_KERNEL_NODE_PARAMS, gridDimX);
IQ_SAME_MEMBER(struct kernel_node, grid[1], CUDA_KERNEL_NODE_PARAMS, gridDimY);
IQ_SAME_MEMBER(struct kernel_node, grid[2], CUDA_KERNEL_NODE_PARAMS, gridDimZ);
IQ_SAME_MEMBER(struct kernel_node, block[0], CUDA_KERNEL_NODE_PARAMS, blockDimX);
IQ_SAME_MEMBER(struct kernel_node, block[1], CUDA_KERNEL_NODE_PARAMS, blockDimY);
IQ_SAME_MEMBER(struct kernel_node, block[2], CUDA_KERNEL_NODE_PARAMS, blockDimZ);
IQ_SAME_MEMBER(struct kernel_node, kernel, CUDA_KERNEL_NODE_PARAMS_v2, kern);
IQ_SAME_MEMBER(struct kernel_node, function, struct cudaKernelNodeParams, func);
IQ_SAME_MEMBER(struct kernel_node, shared, struct cudaKernelNodeParams, sharedMemBytes);
IQ_SAME_MEMBER(struct kernel_node, params, struct cudaKernelNodeParams, kernelParams);
IQ_SAME_MEMBER(struct kernel_node, extra, struct cudaKernelNodeParams, extra);
IQ_SAME_MEMBER(struct kernel_node, grid, struct cudaKernelNodeParams, gridDim);
IQ_SAME_MEMBER(struct kernel_node, block, struct cudaKernelNodeParams, blockDim);

static int params_arg(const struct iq_call *call)
{
    int arg = call->entry->arg_count - 1;
    while (arg > 0 && call->entry->args[arg].role != IQ_ROLE_PARAMS)
        arg--;
    return arg;
}

static void send_launch(struct iq_call *call, const struct kernel_node *node, const char *prefix)
{
    struct iq_launch launch = { .function = node->function ? node->function : node->kernel,
                                .grid_arg = -1,
                                .block_arg = -1,
                                .shared_arg = -1,
                                .function_arg = -1,
                                .args_arg = -1,
                                .struct_arg = params_arg(call),
                                .prefix = prefix,
                                .shared = node->shared,
                                .host_function = call->entry->api == IQ_API_CUDART,
                                .takes_arguments = true,
                                .params = node->params,
                                .extra = node->extra };
    memcpy(launch.grid, node->grid, sizeof launch.grid);
    memcpy(launch.block, node->block, sizeof launch.block);
    struct iq_event event = { .verb = IQ_VERB_ENQUEUE,
                              .phase = IQ_PHASE_FAILED,
                              .call = call,
                              .arg = -1,
                              .kind = IQ_KIND_KERNEL,
                              .enqueue.launch = &launch,
                              .result = call->result };
    iq_rule_dispatch(&event);
}

/* The struct lies [inside] bytes after the start of what the argument points to, where [prefix]
 * says. */
static void kernel_node(struct iq_call *call, int phase, size_t inside, const char *prefix)
{
    struct kernel_node node = { .function = 0 };
    int arg = params_arg(call);
    size_t size = call->entry->api == IQ_API_CUDA && !strstr(call->entry->args[arg].type, "_v1")
                      ? sizeof node
                      : sizeof node - sizeof node.kernel;
    if (phase == IQ_EFFECTS_CHECK)
        iq_thread_block->kernel = NULL;
    if (phase == 0 || call->outer || !iq_hostmem_copy(call->args[arg] + inside, &node, size))
        return;
    if (phase == IQ_EFFECTS_CHECK) {
        struct iq_arguments arguments = { .function = node.function ? node.function : node.kernel,
                                          .params = node.params,
                                          .extra = node.extra,
                                          .arg = arg };
        if (call->entry->api == IQ_API_CUDART ||
            (arguments.handle = handle_of(IQ_KIND_KERNEL, arguments.function)))
            iq_arguments_check(iq_thread_block, call, &arguments);
    } else if (call->result)
        send_launch(call, &node, prefix);
    else
        node_done(call);
}

void iq_fx_graph_kernel_node(struct iq_call *call, int phase) { kernel_node(call, phase, 0, ""); }

/* A real driver copies until its stack is at an end. */
static void suspect_itself(const struct iq_call *call, const struct iq_handle *graph)
{
    int params = params_arg(call);
    iq_cuda_port.graph_in_itself(params ? params : call->entry->arg_count - 1, graph);
}

static void child_node(struct iq_call *call, int phase, uint64_t child)
{
    const struct iq_handle *itself =
        phase == IQ_EFFECTS_CHECK ? handle_of(IQ_KIND_GRAPH, child) : NULL;
    if (itself && call->entry->args[1].kind == IQ_KIND_GRAPH && call->args[1] == child)
        suspect_itself(call, itself);
    const struct iq_handle *graph =
        phase == 1 && !call->outer && !call->result ? handle_of(IQ_KIND_GRAPH, child) : NULL;
    if (graph)
        node_gets(call, graph->uses ? graph->uses->uses : NULL,
                  graph->uses ? graph->uses->count : 0);
}

/* (..., function and its user data), which are [inside] bytes after the start of what the argument
 * points to */
static void host_node(struct iq_call *call, int phase, size_t inside)
{
    struct {
        uint64_t function, data;
    } node = { 0 };
    int arg = params_arg(call);
    struct iq_graph_use use;
    if (phase == 1 && !call->outer && !call->result &&
        iq_hostmem_copy(call->args[arg] + inside, &node, sizeof node))
        node_gets(call, &use, is_user_data(call, arg, node.data, &use));
}

void iq_fx_graph_host_node(struct iq_call *call, int phase) { host_node(call, phase, 0); }

static void event_node(struct iq_call *call, int phase, uint64_t value, int arg)
{
    const struct iq_handle *event =
        phase == 1 && !call->outer && !call->result ? handle_of(IQ_KIND_EVENT, value) : NULL;
    if (event)
        node_gets(call,
                  &(struct iq_graph_use){ .base = value,
                                          .number = event->created.number,
                                          .arg = arg,
                                          .what = IQ_GRAPH_USED_EVENT,
                                          .ref = iq_call_ref_of(call) },
                  1);
}

/* (..., child graph) */
void iq_fx_graph_child_node(struct iq_call *call, int phase)
{
    child_node(call, phase, call->args[call->entry->arg_count - 1]);
}

/* (..., event) */
void iq_fx_graph_event_node(struct iq_call *call, int phase)
{
    event_node(call, phase, call->args[call->entry->arg_count - 1], call->entry->arg_count - 1);
}

/* (out clone, graph) */
void iq_fx_graph_clone(struct iq_call *call, int phase)
{
    if (phase != 1 || call->result)
        return;
    struct iq_handle *clone = handle_of(IQ_KIND_GRAPH, stored(call, 0)),
                     *graph = handle_of(IQ_KIND_GRAPH, call->args[1]);
    become(clone, graph);
    if (clone)
        iq_handle_set_owner(clone, graph);
}

bool iq_graph_node_of(const struct iq_call *call, struct iq_graph_node *node)
{
    return call->entry->nodes == IQ_NODE_ANY &&
           iq_hostmem_copy(call->args[params_arg(call)], node, sizeof *node) &&
           node->type < IQ_NODES;
}

/* The object that a node of any type is about. */
void iq_look_any_node(struct iq_call *call, iq_member_fn visit, void *user)
{
    static const struct {
        uint32_t type;
        uint8_t kind;
        const char *path;
    } objects[] = { { IQ_NODE_GRAPH, IQ_KIND_GRAPH, "nodeParams->graph.graph" },
                    { IQ_NODE_WAIT, IQ_KIND_EVENT, "nodeParams->eventWait.event" },
                    { IQ_NODE_RECORD, IQ_KIND_EVENT, "nodeParams->eventRecord.event" } };
    struct iq_graph_node node;
    bool known = iq_graph_node_of(call, &node);
    for (size_t i = 0; known && i < sizeof objects / sizeof *objects; i++)
        if (objects[i].type == node.type)
            visit(user, call,
                  &(struct iq_member){ .arg = params_arg(call),
                                       .role = IQ_ROLE_USE,
                                       .kind = objects[i].kind,
                                       .value = node.first,
                                       .path = objects[i].path });
}

IQ_SAME_MEMBER(CUDA_CONDITIONAL_NODE_PARAMS, size, struct cudaConditionalNodeParams, size);
IQ_SAME_MEMBER(CUDA_CONDITIONAL_NODE_PARAMS, phGraph_out, struct cudaConditionalNodeParams,
               phGraph_out);

/* The graphs that the node runs by a condition, which end with its own. */
static void conditional_node(struct iq_call *call, uint64_t at)
{
    CUDA_CONDITIONAL_NODE_PARAMS params;
    uint64_t body;
    if (!iq_hostmem_copy(at, &params, sizeof params))
        return;
    for (unsigned i = 0; i < params.size && i < MAX_BODIES &&
                         iq_hostmem_copy((uintptr_t)(params.phGraph_out + i), &body, sizeof body);
         i++) {
        struct iq_handle *handle = iq_walk_got(iq_thread_block, call, IQ_KIND_GRAPH, body);
        if (handle)
            iq_handle_set_parent(handle, given(call, IQ_KIND_GRAPH));
    }
}

/* A node of the type that its struct says. */
void iq_fx_graph_any_node(struct iq_call *call, int phase)
{
    struct iq_graph_node node;
    if (!iq_graph_node_of(call, &node))
        return;
    switch (node.type) {
    case IQ_NODE_KERNEL:
        kernel_node(call, phase, offsetof(struct iq_graph_node, first), "kernel.");
        break;
    case IQ_NODE_MEMCPY:
    case IQ_NODE_MEMSET: iq_fx_graph_node(call, phase); break;
    case IQ_NODE_HOST: host_node(call, phase, offsetof(struct iq_graph_node, first)); break;
    case IQ_NODE_GRAPH: child_node(call, phase, node.first); break;
    case IQ_NODE_WAIT:
    case IQ_NODE_RECORD: event_node(call, phase, node.first, params_arg(call)); break;
    default:
        if (phase != 1 || call->outer || call->result || call->entry->args[0].role != IQ_ROLE_NEW)
            break;
        uint64_t at = call->args[params_arg(call)] + offsetof(struct iq_graph_node, first);
        if (node.type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
            conditional_node(call, at);
        else
            iq_graph_memory_node(call, node.type, at);
        break;
    }
}

/* A live block of the same address may be the old one after realloc. */
static bool is_other_block(const struct iq_graph_use *use, const struct iq_hostheap_block *block)
{
    return iq_hostheap_certainly_live(block) &&
           (block->base != use->base ||
            iq_hostheap_is_over(use->base, use->number, use->base + use->size));
}

/* A place that another caller has got in the meantime has been freed, too; who did so is
 * forgotten. */
static bool is_block_gone(const struct iq_graph_use *use, struct iq_graph_gone *gone)
{
    struct iq_hostheap_block block;
    enum iq_hostheap_state state = iq_hostheap_find(use->base, &block);
    if (state == IQ_HOSTHEAP_UNKNOWN || iq_hostheap_leaky)
        return false;
    bool again = block.base != use->base || block.allocated != use->number;
    if (state == IQ_HOSTHEAP_LIVE ? !is_other_block(use, &block)
                                  : !iq_hostheap_certainly_freed(&block))
        return false;
    gone->freed_by = again ? 0 : block.freed;
    return true;
}

static bool is_event_gone(const struct iq_graph_use *use, struct iq_graph_gone *gone)
{
    const struct iq_handle *event = iq_handle_find(IQ_KIND_EVENT, use->base);
    while (event && (event->kind != IQ_KIND_EVENT || event->created.number != use->number))
        event = event->older;
    if (!event || !iq_handle_is_dead(event))
        return false;
    gone->event = event;
    return true;
}

/* Where the thread that launches a graph is; .root 0: no matter, or not known. */
struct whereabouts {
    uintptr_t root, sp;
};

/* What lies below the frame of the launch is in no frame, unless the thread, or the coroutine, has
 * another stack. */
static bool is_frame_gone(const struct iq_graph_use *use, const struct whereabouts *here)
{
    struct iq_hostheap_block block;
    return here->root && here->root == use->number && use->base + use->size <= here->sp &&
           iq_hostheap_find(use->base, &block) == IQ_HOSTHEAP_UNKNOWN;
}

/* What is known of the end of [use]; false: it lives, its end was not seen, or is forgotten. */
static bool is_gone(const struct iq_graph_use *use, const struct whereabouts *here,
                    struct iq_graph_gone *gone)
{
    struct iq_range range;
    if (use->what == IQ_GRAPH_USED_FRAME)
        return is_frame_gone(use, here);
    if (use->what == IQ_GRAPH_USED_HEAP)
        return is_block_gone(use, gone);
    if (use->what == IQ_GRAPH_USED_EVENT)
        return is_event_gone(use, gone);
    if ((iq_range_find(use->base, &range) && range.base == use->base &&
         range.created.number == use->number) ||
        !iq_range_find_freed(use->base, &range) || range.created.number != use->number ||
        range.of_graph) /* it is there again when the graph runs */
        return false;
    gone->range = range;
    return true;
}

/* The first of [exec]'s uses that is gone, the certain ones before those of kernels. */
static bool find_stale(const struct iq_handle *exec, bool kernel, const struct whereabouts *here,
                       struct iq_graph_gone *gone)
{
    for (uint32_t i = 0; exec->uses && i < exec->uses->count; i++) {
        gone->use = exec->uses->uses[i];
        if ((gone->use.what == IQ_GRAPH_USED_BY_KERNEL) == kernel &&
            is_gone(&gone->use, here, gone))
            return true;
    }
    return false;
}

static bool uses_frames(const struct iq_handle *exec)
{
    bool found = false;
    iq_lock(IQ_LOCK_NAMES);
    for (uint32_t i = 0; exec->uses && i < exec->uses->count && !found; i++)
        found = exec->uses->uses[i].what == IQ_GRAPH_USED_FRAME;
    iq_unlock(IQ_LOCK_NAMES);
    return found;
}

void iq_fx_graph_launch(struct iq_call *call, int phase)
{
    struct iq_graph_gone gone = { .event = NULL };
    if (phase != 1 || call->outer || call->result)
        return;
    const struct iq_handle *exec = handle_of(IQ_KIND_GRAPH_EXEC, call->args[0]);
    if (!exec || !exec->uses)
        return;
    struct whereabouts here = { .sp = call->site.sp };
    struct iq_stack_frame frame = { 0 };
    if (uses_frames(exec) && iq_stack_frame_of(call->site, call->site.sp, &frame))
        here.root = frame.root;
    iq_lock(IQ_LOCK_NAMES);
    bool stale = find_stale(exec, false, &here, &gone) || find_stale(exec, true, &here, &gone);
    iq_unlock(IQ_LOCK_NAMES);
    if (stale)
        iq_cuda_port.graph_stale(&gone);
}
