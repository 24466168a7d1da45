/* Launches, copies and fills by kernels, with their streams and events. */
#include "softdev/nest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/cudart_abi.h"
#include "softdev/module.h"
#include "softdev/observer.h"
#include "softdev/parts.h"

/* What a kernel has made.  Default streams are found by the number of the block, threads by theirs,
 * the rest by handle. */
enum entry_kind { ENTRY_DEFAULT, ENTRY_STREAM, ENTRY_EVENT, ENTRY_BUFFER, ENTRY_THREAD };
enum { TAIL_LAUNCH = 3, FIRE_AND_FORGET = 4, HANDLE_STEP = 64 };
#define HANDLE_BASE 0x0d00000000ull

struct iq_nest_entry {
    enum entry_kind kind;
    uint64_t key;
    struct iq_nest_entry *next;
    struct iq_op *op;             /* stream: its last; event: recorded after */
    struct iq_function *function; /* buffer: of what is to be launched; holds a reference */
    struct iq_launch_shape shape;
    int error;         /* thread: its last */
    uint32_t launches; /* thread: so many */
    bool dead;         /* stream, event: destroyed */
};

const struct iq_soft_place *iq_nest_place(const struct iq_launch_work *work)
{
    return work->launched ? &work->launched->place : NULL;
}

static uint32_t bucket(uint64_t key)
{
    return (uint32_t)(key * 0x9e3779b97f4a7c15u >> 32) % IQ_NEST_BUCKETS;
}

static struct iq_nest_entry *find(const struct iq_nest *nest, enum entry_kind kind, uint64_t key)
{
    struct iq_nest_entry *entry = nest->entries[bucket(key)];
    while (entry && (entry->kind != kind || entry->key != key))
        entry = entry->next;
    return entry;
}

static struct iq_nest_entry *make(struct iq_nest *nest, enum entry_kind kind, uint64_t key)
{
    struct iq_nest_entry *entry = calloc(1, sizeof *entry), **first = &nest->entries[bucket(key)];
    if (!entry)
        return NULL;
    *entry = (struct iq_nest_entry){ .kind = kind, .key = key, .next = *first };
    return *first = entry;
}

static struct iq_nest_entry *find_or_make(struct iq_nest *nest, enum entry_kind kind, uint64_t key)
{
    struct iq_nest_entry *entry = find(nest, kind, key);
    return entry ? entry : make(nest, kind, key);
}

static uint64_t thread_key(const struct iq_ptx_runtime_call *call)
{
    return call->block_index << 10 | call->thread_index;
}

static struct iq_nest_entry *thread_of(struct iq_nest *nest, const struct iq_ptx_runtime_call *call)
{
    return find_or_make(nest, ENTRY_THREAD, thread_key(call));
}

/* Nobody finds it any more. */
static void leave(struct iq_nest *nest, struct iq_nest_entry *entry)
{
    struct iq_nest_entry **at = &nest->entries[bucket(entry->key)];
    while (*at != entry)
        at = &(*at)->next;
    *at = entry->next;
}

static void release(struct iq_nest *nest, struct iq_nest_entry *entry)
{
    if (entry->kind == ENTRY_BUFFER)
        iq_heap_give(nest->op->ctx, entry->key);
    iq_op_unref(entry->op);
    iq_obj_unref(entry->function);
    free(entry);
}

void iq_nest_destroy(struct iq_nest *nest)
{
    if (!nest)
        return;
    iq_lock();
    for (uint32_t i = 0; i < IQ_NEST_BUCKETS; i++)
        for (struct iq_nest_entry *entry = nest->entries[i], *next; entry; entry = next) {
            next = entry->next;
            release(nest, entry);
        }
    iq_unlock();
    free(nest);
}

struct iq_function *iq_nest_function(const struct iq_nest *nest, uint64_t handle)
{
    const struct iq_function *parent = nest->op->work.u.kernel.function;
    const struct iq_ptx_kernel *kernel = iq_ptx_image_kernel(parent->image, handle);
    struct iq_function *function;
    return kernel && parent->module && !iq_module_function(parent->module, kernel->name, &function)
               ? function
               : NULL;
}

/* ---- telling ---- */

static void tell(const struct iq_nest *nest, const struct iq_ptx_runtime_call *call,
                 struct iq_soft_fault fault)
{
    const struct iq_launch_work *work = &nest->op->work.u.kernel;
    fault.struct_size = sizeof fault;
    fault.launch = work->number;
    fault.call = work->call;
    fault.site = work->site;
    fault.launched = iq_nest_place(work);
    fault.kernel = work->function->kernel->name;
    fault.function = call->place.function;
    fault.file = call->place.source_file;
    fault.line = call->place.source_line;
    fault.ptx_line = call->place.ptx_line;
    fault.threads = 1;
    memcpy(fault.block, call->place.block, sizeof fault.block);
    memcpy(fault.thread, call->place.thread, sizeof fault.thread);
    iq_observer_fault(&fault);
}

/* Returns the code, for the kernel. */
static int refuse(const struct iq_nest *nest, const struct iq_ptx_runtime_call *call,
                  enum iq_soft_refusal why, int code, const char *text)
{
    tell(nest, call,
         (struct iq_soft_fault){ .kind = IQ_SOFT_FAULT_REFUSED,
                                 .refused_call = iq_ptx_runtime_name(call->function),
                                 .refused = why,
                                 .refused_code = (uint32_t)code,
                                 .text = text });
    return code;
}

/* ---- streams ---- */

/* Where work goes: *stream is NULL for what runs at once or, *tail, at the end. */
static int find_stream(struct iq_nest *nest, const struct iq_ptx_runtime_call *call,
                       uint64_t handle, struct iq_nest_entry **stream, bool *tail)
{
    *stream = NULL;
    *tail = handle == TAIL_LAUNCH;
    if (handle == TAIL_LAUNCH || handle == FIRE_AND_FORGET)
        return cudaSuccess;
    if (handle < TAIL_LAUNCH) {
        *stream = find_or_make(nest, ENTRY_DEFAULT, call->block_index);
        return *stream ? cudaSuccess : cudaErrorMemoryAllocation;
    }
    *stream = find(nest, ENTRY_STREAM, handle);
    if (*stream && (*stream)->dead) /* as a GPU does */
        refuse(nest, call, IQ_SOFT_REFUSED_DEAD, cudaSuccess, "the stream has been destroyed");
    return *stream ? cudaSuccess : cudaErrorInvalidValue;
}

/* [work] becomes an operation of the kernel's. */
static int enqueue(struct iq_nest *nest, struct iq_work *work, struct iq_nest_entry *stream,
                   bool tail, struct iq_op *after)
{
    struct iq_op *op = iq_op_new(nest->op->ctx, work);
    if (!op)
        return cudaErrorMemoryAllocation;
    iq_op_adopt(nest->op, op, tail);
    iq_op_after(op, after);
    if (stream) {
        iq_op_after(op, stream->op);
        iq_op_unref(stream->op);
        iq_op_ref(op);
        stream->op = op;
    }
    if (!tail)
        iq_op_submit(op);
    iq_op_unref(op);
    return cudaSuccess;
}

/* Kernels give work to the streams of their own kernel only. */
static int refuse_stream(const struct iq_nest *nest, const struct iq_ptx_runtime_call *call,
                         int code)
{
    return refuse(
        nest, call, IQ_SOFT_REFUSED_HANDLE, code,
        "this kernel did not create the stream: a kernel can use its own streams (cudaStreamCreateWithFlags in device code), the default stream, "
        "cudaStreamTailLaunch and cudaStreamFireAndForget, but not those of the host or of another kernel");
}

/* [legal]: so are its flags; else [why] not. */
static int create(struct iq_nest *nest, const struct iq_ptx_runtime_call *call,
                  enum entry_kind kind, bool legal, const char *why, uint64_t *made)
{
    struct iq_nest_entry *entry =
        legal ? make(nest, kind, HANDLE_BASE + ++nest->last * HANDLE_STEP) : NULL;
    *made = entry ? entry->key : 0;
    return entry ? (int)cudaSuccess
                 : refuse(nest, call, IQ_SOFT_REFUSED_FLAGS, cudaErrorInvalidValue, why);
}

/* Its work goes on; the value is remembered, so that its next use can be reported. */
static int destroy(struct iq_nest *nest, struct iq_ptx_runtime_call *call, enum entry_kind kind)
{
    struct iq_nest_entry *entry = find(nest, kind, iq_ptx_runtime_argument(call, 0));
    if (!entry)
        return refuse(nest, call, IQ_SOFT_REFUSED_HANDLE, cudaErrorInvalidValue,
                      "this kernel did not create it");
    if (entry->dead) /* as a GPU does */
        return refuse(nest, call, IQ_SOFT_REFUSED_DEAD, cudaSuccess,
                      "it has already been destroyed");
    entry->dead = true;
    return cudaSuccess;
}

static int record_or_wait(struct iq_nest *nest, struct iq_ptx_runtime_call *call,
                          uint64_t event_handle, uint64_t stream_handle, bool wait)
{
    struct iq_nest_entry *event = find(nest, ENTRY_EVENT, event_handle), *stream;
    struct iq_work nothing = { .kind = IQ_WORK_NOTHING };
    bool tail;
    int code = find_stream(nest, call, stream_handle, &stream, &tail);
    if (code)
        return refuse_stream(nest, call, code);
    if (!event)
        return refuse(nest, call, IQ_SOFT_REFUSED_HANDLE, cudaErrorInvalidValue,
                      "this kernel did not create the event");
    if (event->dead)
        refuse(nest, call, IQ_SOFT_REFUSED_DEAD, cudaSuccess, "the event has been destroyed");
    if (!stream)
        return refuse(
            nest, call, IQ_SOFT_REFUSED_HANDLE, cudaErrorInvalidValue,
            "events cannot be used with cudaStreamTailLaunch and cudaStreamFireAndForget");
    if (wait)
        return event->op ? enqueue(nest, &nothing, stream, false, event->op) : cudaSuccess;
    iq_op_unref(event->op);
    event->op = stream->op;
    if (event->op)
        iq_op_ref(event->op);
    return cudaSuccess;
}

/* ---- launches ---- */

/* Tells what a launch of that shape lacks; the code is the same for all, as on a GPU. */
static int judge(const struct iq_nest *nest, const struct iq_ptx_runtime_call *call,
                 const struct iq_function *function, const struct iq_launch_shape *shape)
{
    char text[512];
    const struct iq_ptx_kernel *kernel = function->kernel;
    CUresult r = iq_launch_judge(function, shape);
    uint64_t threads = (uint64_t)shape->block[0] * shape->block[1] * shape->block[2];
    if (!r)
        return cudaSuccess;
    int used = snprintf(
        text, sizeof text,
        "kernel %s cannot be launched with %u x %u x %u blocks of %u x %u x %u threads and %u bytes of dynamic shared memory: ",
        kernel->name, shape->grid[0], shape->grid[1], shape->grid[2], shape->block[0],
        shape->block[1], shape->block[2], shape->shared);
    bool resources = r == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
         shared = !resources && shape->shared > (unsigned)function->max_dynamic_shared;
    const char *why =
        resources
            ? "a block needs more registers than the device has, or more threads than its __launch_bounds__"
        : r == CUDA_ERROR_INVALID_CLUSTER_SIZE ? "the grid is not a whole number of clusters"
        : !threads || !shape->grid[0] || !shape->grid[1] || !shape->grid[2] ? "a dimension is 0"
        : threads > IQ_BLOCK_THREADS_MAX ? "a block has at most 1024 threads"
        : shared
            ? "a block has 48 KiB, its static shared memory included, unless the host allows the kernel more"
            : "a dimension is too large";
    if (used < (int)sizeof text)
        snprintf(text + used, sizeof text - (size_t)used, "%s", why);
    return refuse(nest, call,
                  resources ? IQ_SOFT_REFUSED_RESOURCES
                  : shared  ? IQ_SOFT_REFUSED_SHARED
                            : IQ_SOFT_REFUSED_SHAPE,
                  cudaErrorInvalidConfiguration, text);
}

/* As far as the argument goes, and zeros after it. */
static void take(const struct iq_ptx_runtime_call *call, uint32_t k, void *to, size_t size)
{
    memset(to, 0, size);
    if (k < call->count)
        memcpy(to, call->arguments[k], call->sizes[k] < size ? call->sizes[k] : size);
}

static void take_shape(const struct iq_ptx_runtime_call *call, uint32_t first,
                       struct iq_launch_shape *shape)
{
    take(call, first, shape->grid, sizeof shape->grid);
    take(call, first + 1, shape->block, sizeof shape->block);
    shape->shared = (unsigned)iq_ptx_runtime_argument(call, first + 2);
}

/* Memory for arguments, from the heap of device code; the call returns its address.  NULL: there is
 * no room. */
static struct iq_nest_entry *make_buffer(struct iq_nest *nest, struct iq_ptx_runtime_call *call,
                                         uint64_t bytes)
{
    uint64_t address = iq_heap_take(nest->op->ctx, bytes);
    struct iq_nest_entry *buffer = address ? make(nest, ENTRY_BUFFER, address) : NULL;
    if (!buffer) {
        iq_heap_give(nest->op->ctx, address);
        return NULL;
    }
    call->result = call->fresh = address;
    call->fresh_bytes = bytes;
    return buffer;
}

/* What cannot be launched is refused here already, by the address 0. */
static int parameter_buffer(struct iq_nest *nest, struct iq_ptx_runtime_call *call)
{
    struct iq_launch_shape shape = { .shared = 0 };
    struct iq_function *function =
        call->count >= 4 ? iq_nest_function(nest, iq_ptx_runtime_argument(call, 0)) : NULL;
    if (!function)
        return refuse(nest, call, IQ_SOFT_REFUSED_FUNCTION, cudaErrorInvalidDeviceFunction,
                      "the launched function is not a kernel of this module");
    take_shape(call, 1, &shape);
    int code = judge(nest, call, function, &shape);
    if (code)
        return code;
    struct iq_nest_entry *buffer = make_buffer(nest, call, function->kernel->param_bytes + 8);
    if (!buffer)
        return refuse(
            nest, call, IQ_SOFT_REFUSED_MEMORY, cudaErrorMemoryAllocation,
            "the heap of device code has no room for the arguments (cudaLimitMallocHeapSize)");
    buffer->function = function;
    buffer->shape = shape;
    iq_obj_ref(function);
    return cudaSuccess;
}

static const char *window_of(uint64_t value)
{
    return value - IQ_PTX_SHARED_BASE < IQ_PTX_WINDOW_BYTES  ? "shared"
           : value - IQ_PTX_LOCAL_BASE < IQ_PTX_WINDOW_BYTES ? "local"
                                                             : NULL;
}

/* An address of local or shared memory means something else in another kernel. */
static void judge_arguments(const struct iq_nest *nest, const struct iq_ptx_runtime_call *call,
                            const struct iq_launch_work *work)
{
    const struct iq_ptx_kernel *kernel = work->function->kernel;
    char text[256];
    for (uint32_t at = 0; at + 8 <= kernel->param_bytes; at += 8) {
        uint64_t value;
        uint32_t k = 0;
        memcpy(&value, (const char *)work->params + at, sizeof value);
        if (!window_of(value))
            continue;
        while (k + 1 < kernel->param_count &&
               at - kernel->params[k].offset >= kernel->params[k].size)
            k++;
        work->launched->handed_down = true;
        snprintf(
            text, sizeof text,
            "argument %u of kernel %s is an address of %s memory of the thread that launches it",
            k + 1, kernel->name, window_of(value));
        tell(nest, call, (struct iq_soft_fault){ .kind = IQ_SOFT_FAULT_HANDED_DOWN, .text = text });
        return;
    }
}

static bool plan(struct iq_nest *nest, const struct iq_ptx_runtime_call *call,
                 const struct iq_nest_entry *buffer, struct iq_launch_work *work)
{
    const struct iq_launch_work *parent = &nest->op->work.u.kernel;
    uint32_t bytes = buffer->function->kernel->param_bytes;
    const void *from = iq_copy_host_address(buffer->key, bytes + 8);
    *work = (struct iq_launch_work){ .function = buffer->function,
                                     .shared = buffer->shape.shared,
                                     .number = parent->number,
                                     .call = parent->call,
                                     .site = parent->site,
                                     .params = malloc(bytes + 1),
                                     .launched = calloc(1, sizeof *work->launched) };
    if (!work->params || !work->launched || !from) {
        free(work->params);
        free(work->launched);
        return false;
    }
    memcpy(work->params, from, bytes);
    memcpy(work->grid, buffer->shape.grid, sizeof work->grid);
    memcpy(work->block, buffer->shape.block, sizeof work->block);
    iq_launch_cluster(work->function, &buffer->shape, work->cluster);
    work->launched->place = (struct iq_soft_place){ .kernel = parent->function->kernel->name,
                                                    .file = call->place.source_file,
                                                    .line = call->place.source_line,
                                                    .ptx_line = call->place.ptx_line,
                                                    .launched = iq_nest_place(parent) };
    work->launched->block = call->block_index;
    work->launched->launches = call->launches;
    memcpy(work->launched->place.block, call->place.block, sizeof work->launched->place.block);
    memcpy(work->launched->place.thread, call->place.thread, sizeof work->launched->place.thread);
    work->parts = iq_parts_ref(parent->parts);
    iq_obj_ref(work->function);
    return true;
}

/* Threads that launch at the same time fill what holds launches faster than it empties: each k-th
 * launch of all threads counts as one time. */
static bool has_room(struct iq_nest *nest, const struct iq_ptx_runtime_call *call, uint32_t most)
{
    struct iq_nest_entry *thread = thread_of(nest, call);
    uint32_t round = thread ? thread->launches++ : IQ_NEST_ROUNDS;
    if (round < IQ_NEST_ROUNDS && nest->rounds[round]++ >= most)
        return false;
    return iq_engine_wait_nested(nest->op, most);
}

/* Launches what the buffer at [address] is for; the buffer is gone then. */
static int launch(struct iq_nest *nest, struct iq_ptx_runtime_call *call, uint64_t address,
                  uint64_t stream_handle)
{
    struct iq_nest_entry *buffer = find(nest, ENTRY_BUFFER, address), *stream;
    struct iq_work work = { .kind = IQ_WORK_KERNEL };
    bool tail;
    if (!buffer || !buffer->function)
        return cudaErrorInvalidValue;
    /* before this thread waits: another one may have the same address */
    leave(nest, buffer);
    uint32_t most = (uint32_t)nest->op->ctx->limits[CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT];
    int code = find_stream(nest, call, stream_handle, &stream, &tail);
    if (code) {
        code = refuse_stream(nest, call, code);
    } else if (!has_room(nest, call, most)) {
        char text[160];
        snprintf(
            text, sizeof text,
            "%u launches are pending, the most allowed (cudaLimitDevRuntimePendingLaunchCount, which the host can raise)",
            most);
        code = refuse(nest, call, IQ_SOFT_REFUSED_RESOURCES, cudaErrorLaunchPendingCountExceeded,
                      text);
    } else if (!plan(nest, call, buffer, &work.u.kernel)) {
        code = cudaErrorMemoryAllocation;
    } else {
        judge_arguments(nest, call, &work.u.kernel);
        work.u.kernel.launched->tail = tail;
        code = enqueue(nest, &work, stream, tail, NULL);
    }
    release(nest, buffer);
    return code;
}

/* ---- copies and fills ---- */

/* Memory of the heap of device code is as good as any other. */
static bool reach(const struct iq_nest *nest, uint64_t address, uint64_t size, struct iq_side *side)
{
    uint64_t base, bytes;
    if (iq_heap_find(nest->op->ctx, address, &base, &bytes)) {
        *side = (struct iq_side){ .kind = IQ_SIDE_MEMORY, .address = address };
        return size <= base + bytes - address;
    }
    return !iq_side_plan(address, size, IQ_EXPECT_ANY, side) && side->kind == IQ_SIDE_MEMORY;
}

static int refuse_side(const struct iq_nest *nest, const struct iq_ptx_runtime_call *call,
                       uint64_t address, uint64_t size)
{
    struct iq_alloc alloc;
    char text[256];
    enum iq_soft_refusal why = IQ_SOFT_REFUSED_POINTER;
    if (window_of(address)) {
        why = IQ_SOFT_REFUSED_SPACE;
        snprintf(
            text, sizeof text,
            "0x%llx is an address of %s memory, which copies and fills of device code cannot use",
            (unsigned long long)address, window_of(address));
    } else if (iq_alloc_find_shared(address, &alloc) && !iq_alloc_is_hidden(&alloc)) {
        why = IQ_SOFT_REFUSED_RANGE;
        snprintf(text, sizeof text,
                 "%llu bytes at 0x%llx exceed the allocation, which has %llu bytes left there",
                 (unsigned long long)size, (unsigned long long)address,
                 (unsigned long long)(alloc.base + alloc.size - address));
    } else {
        snprintf(text, sizeof text, "there is no device memory at 0x%llx",
                 (unsigned long long)address);
    }
    return refuse(nest, call, why, cudaErrorInvalidValue, text);
}

struct region {
    uint64_t dst, src, dst_pitch, src_pitch, dst_slice, src_slice, width, height, depth, stream;
    uint32_t value;
    bool fill;
};

/* More than any memory has if it is more than can be counted. */
static uint64_t extent(const struct region *region, uint64_t pitch, uint64_t slice)
{
    uint64_t slices, rows, bytes;
    bool wraps = __builtin_mul_overflow(region->depth - 1, slice, &slices) ||
                 __builtin_mul_overflow(region->height - 1, pitch, &rows) ||
                 __builtin_add_overflow(slices, rows, &bytes) ||
                 __builtin_add_overflow(bytes, region->width, &bytes);
    return wraps ? UINT64_MAX : bytes;
}

static int move_region(struct iq_nest *nest, struct iq_ptx_runtime_call *call,
                       const struct region *region)
{
    struct iq_work work = { .kind = region->fill ? IQ_WORK_FILL : IQ_WORK_COPY };
    struct iq_side dst, src = { .kind = IQ_SIDE_MEMORY };
    struct iq_nest_entry *stream;
    bool tail;
    int code = find_stream(nest, call, region->stream, &stream, &tail);
    if (code)
        return refuse_stream(nest, call, cudaErrorUnknown);
    if (!region->width || !region->height || !region->depth)
        return cudaSuccess;
    if ((region->height > 1 || region->depth > 1) &&
        (region->dst_pitch < region->width || (!region->fill && region->src_pitch < region->width)))
        return refuse(nest, call, IQ_SOFT_REFUSED_PITCH, cudaErrorInvalidPitchValue,
                      "the pitch is less than the width");
    if (!reach(nest, region->dst, extent(region, region->dst_pitch, region->dst_slice), &dst))
        return refuse_side(nest, call, region->dst,
                           extent(region, region->dst_pitch, region->dst_slice));
    if (!region->fill &&
        !reach(nest, region->src, extent(region, region->src_pitch, region->src_slice), &src))
        return refuse_side(nest, call, region->src,
                           extent(region, region->src_pitch, region->src_slice));
    /* else all are in one place */
    uint64_t depth = region->dst_slice || region->src_slice ? region->depth : 1;
    if (region->fill) {
        for (uint64_t z = 0; z < depth && !code; z++) {
            work.u.fill = (struct iq_fill_work){ region->dst + z * region->dst_slice,
                                                 region->dst_pitch,
                                                 region->width,
                                                 region->height,
                                                 region->value & 255,
                                                 1,
                                                 0,
                                                 0 };
            code = enqueue(nest, &work, stream, tail, NULL);
        }
        return code;
    }
    dst.pitch = region->dst_pitch;
    dst.slice = region->dst_slice;
    src.pitch = region->src_pitch;
    src.slice = region->src_slice;
    work.u.copy = (struct iq_copy_work){
        .dst = dst, .src = src, .width = region->width, .height = region->height, .depth = depth
    };
    return enqueue(nest, &work, stream, tail, NULL);
}

#define A(k) iq_ptx_runtime_argument(call, k)

static bool is_kind(uint64_t kind)
{
    return kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}

static int refuse_kind(const struct iq_nest *nest, const struct iq_ptx_runtime_call *call)
{
    return refuse(nest, call, IQ_SOFT_REFUSED_KIND, cudaErrorInvalidMemcpyDirection,
                  "kernels copy with cudaMemcpyDeviceToDevice or cudaMemcpyDefault");
}

static int copy_3d(struct iq_nest *nest, struct iq_ptx_runtime_call *call,
                   const struct cudaMemcpy3DParms *p)
{
    if (!is_kind(p->kind))
        return refuse_kind(nest, call);
    if (p->srcArray || p->dstArray)
        return refuse(nest, call, IQ_SOFT_REFUSED_SPACE, cudaErrorInvalidValue,
                      "device code copies between linear memory only, not arrays");
    struct region region = { .dst_pitch = p->dstPtr.pitch,
                             .src_pitch = p->srcPtr.pitch,
                             .dst_slice = p->dstPtr.pitch * p->dstPtr.ysize,
                             .src_slice = p->srcPtr.pitch * p->srcPtr.ysize,
                             .width = p->extent.width,
                             .height = p->extent.height,
                             .depth = p->extent.depth,
                             .stream = A(1) };
    region.dst = (uint64_t)(uintptr_t)p->dstPtr.ptr + p->dstPos.x + p->dstPos.y * region.dst_pitch +
                 p->dstPos.z * region.dst_slice;
    region.src = (uint64_t)(uintptr_t)p->srcPtr.ptr + p->srcPos.x + p->srcPos.y * region.src_pitch +
                 p->srcPos.z * region.src_slice;
    return move_region(nest, call, &region);
}

static int fill_3d(struct iq_nest *nest, struct iq_ptx_runtime_call *call)
{
    struct cudaPitchedPtr to;
    struct cudaExtent size;
    take(call, 0, &to, sizeof to);
    take(call, 2, &size, sizeof size);
    struct region region = { .dst = (uint64_t)(uintptr_t)to.ptr,
                             .dst_pitch = to.pitch,
                             .dst_slice = to.pitch * to.ysize,
                             .width = size.width,
                             .height = size.height,
                             .depth = size.depth,
                             .stream = A(3),
                             .value = (uint32_t)A(1),
                             .fill = true };
    return move_region(nest, call, &region);
}

/* ---- calls ---- */

static int last_error(struct iq_nest *nest, const struct iq_ptx_runtime_call *call, bool clear)
{
    struct iq_nest_entry *thread = find(nest, ENTRY_THREAD, thread_key(call));
    int code = thread ? thread->error : cudaSuccess;
    if (thread && clear)
        thread->error = cudaSuccess;
    return code;
}

static void keep_error(struct iq_nest *nest, const struct iq_ptx_runtime_call *call, int code)
{
    struct iq_nest_entry *thread = thread_of(nest, call);
    if (thread)
        thread->error = code;
}

/* With the lock.  [made] gets a handle that goes to the first argument's address. */
static int act(struct iq_nest *nest, struct iq_ptx_runtime_call *call,
               const struct cudaMemcpy3DParms *copy, uint64_t *made)
{
    struct region region;
    switch (call->function) {
    case IQ_PTX_RUNTIME_GET_PARAMETER_BUFFER_V2: return parameter_buffer(nest, call);
    case IQ_PTX_RUNTIME_LAUNCH_DEVICE_V2: return launch(nest, call, A(0), A(1));
    case IQ_PTX_RUNTIME_STREAM_CREATE:
        return create(nest, call, ENTRY_STREAM, A(1) <= cudaStreamNonBlocking,
                      "the flag of a stream in device code is cudaStreamNonBlocking", made);
    case IQ_PTX_RUNTIME_STREAM_DESTROY: return destroy(nest, call, ENTRY_STREAM);
    case IQ_PTX_RUNTIME_EVENT_CREATE:
        return create(
            nest, call, ENTRY_EVENT, A(1) == cudaEventDisableTiming,
            "cudaEventCreateWithFlags in device code accepts only the flag cudaEventDisableTiming",
            made);
    case IQ_PTX_RUNTIME_EVENT_DESTROY: return destroy(nest, call, ENTRY_EVENT);
    case IQ_PTX_RUNTIME_EVENT_RECORD: return record_or_wait(nest, call, A(0), A(1), false);
    case IQ_PTX_RUNTIME_STREAM_WAIT_EVENT: return record_or_wait(nest, call, A(1), A(0), true);
    case IQ_PTX_RUNTIME_MEMCPY:
        if (!is_kind(A(3)))
            return refuse_kind(nest, call);
        region = (struct region){
            .dst = A(0), .src = A(1), .width = A(2), .height = 1, .depth = 1, .stream = A(4)
        };
        return move_region(nest, call, &region);
    case IQ_PTX_RUNTIME_MEMCPY_2D:
        if (!is_kind(A(6)))
            return refuse_kind(nest, call);
        region = (struct region){ .dst = A(0),
                                  .dst_pitch = A(1),
                                  .src = A(2),
                                  .src_pitch = A(3),
                                  .width = A(4),
                                  .height = A(5),
                                  .depth = 1,
                                  .stream = A(7) };
        return move_region(nest, call, &region);
    case IQ_PTX_RUNTIME_MEMCPY_3D: return copy_3d(nest, call, copy);
    case IQ_PTX_RUNTIME_MEMSET:
        region = (struct region){ .dst = A(0),
                                  .value = (uint32_t)A(1),
                                  .width = A(2),
                                  .height = 1,
                                  .depth = 1,
                                  .stream = A(3),
                                  .fill = true };
        return move_region(nest, call, &region);
    case IQ_PTX_RUNTIME_MEMSET_2D:
        region = (struct region){ .dst = A(0),
                                  .dst_pitch = A(1),
                                  .value = (uint32_t)A(2),
                                  .width = A(3),
                                  .height = A(4),
                                  .depth = 1,
                                  .stream = A(5),
                                  .fill = true };
        return move_region(nest, call, &region);
    case IQ_PTX_RUNTIME_MEMSET_3D:
        return call->sizes[0] == sizeof(struct cudaPitchedPtr) && call->count >= 4
                   ? fill_3d(nest, call)
                   : (int)cudaErrorInvalidValue;
    default: return cudaErrorNotSupported;
    }
}

static bool returns_pointer(enum iq_ptx_runtime function)
{
    return function <= IQ_PTX_RUNTIME_GET_PARAMETER_BUFFER_V2 ||
           function == IQ_PTX_RUNTIME_GET_ERROR_STRING || function == IQ_PTX_RUNTIME_GET_ERROR_NAME;
}

/* The older form of launches, buffer first and shape last: becomes the newer one. */
static int launch_old(struct iq_nest *nest, struct iq_ptx_runtime_call *call)
{
    struct iq_nest_entry *buffer = find(nest, ENTRY_BUFFER, A(1));
    struct iq_function *function = iq_nest_function(nest, A(0));
    if (!buffer || !function || call->count < 6)
        return cudaErrorInvalidValue;
    take_shape(call, 2, &buffer->shape);
    int code = judge(nest, call, function, &buffer->shape);
    iq_obj_ref(function);
    iq_obj_unref(buffer->function);
    buffer->function = function;
    return code ? code : launch(nest, call, A(1), A(5));
}

static int buffer_old(struct iq_nest *nest, struct iq_ptx_runtime_call *call)
{
    return make_buffer(nest, call, A(1) + 8) ? cudaSuccess : cudaErrorMemoryAllocation;
}

static int act_locked(struct iq_nest *nest, struct iq_ptx_runtime_call *call,
                      const struct cudaMemcpy3DParms *copy, uint64_t *made)
{
    iq_lock();
    int code = call->function == IQ_PTX_RUNTIME_GET_LAST_ERROR ||
                       call->function == IQ_PTX_RUNTIME_PEEK_AT_LAST_ERROR
                   ? last_error(nest, call, call->function == IQ_PTX_RUNTIME_GET_LAST_ERROR)
               : call->function == IQ_PTX_RUNTIME_LAUNCH_DEVICE ? launch_old(nest, call)
               : call->function == IQ_PTX_RUNTIME_GET_PARAMETER_BUFFER
                   ? buffer_old(nest, call)
                   : act(nest, call, copy, made);
    iq_unlock();
    return code;
}

static struct iq_nest *nest_of(struct iq_nest **nest, struct iq_op *op)
{
    iq_lock();
    if (!*nest && (*nest = calloc(1, sizeof **nest)))
        (*nest)->op = op;
    iq_unlock();
    return *nest;
}

bool iq_nest_call(struct iq_nest **own, struct iq_op *op, struct iq_ptx_runtime_call *call)
{
    struct cudaMemcpy3DParms copy;
    uint64_t made = 0;
    struct iq_nest *nest = nest_of(own, op);
    if (!nest) {
        call->result = cudaErrorMemoryAllocation;
        return true;
    }
    if (call->function == IQ_PTX_RUNTIME_MEMCPY_3D &&
        !iq_ptx_runtime_read(call, A(0), &copy, sizeof copy))
        return false;
    int code = iq_nest_query(nest, call);
    if (code == IQ_NEST_FAULT)
        return false;
    if (code == IQ_NEST_OTHER)
        code = act_locked(nest, call, &copy, &made);
    bool makes = call->function == IQ_PTX_RUNTIME_STREAM_CREATE ||
                 call->function == IQ_PTX_RUNTIME_EVENT_CREATE;
    if (makes && !code && !iq_ptx_runtime_write(call, A(0), &made, sizeof made))
        return false;
    if (!returns_pointer(call->function))
        call->result = (uint32_t)code;
    if (code && call->function != IQ_PTX_RUNTIME_GET_LAST_ERROR &&
        call->function != IQ_PTX_RUNTIME_PEEK_AT_LAST_ERROR) {
        iq_lock();
        keep_error(nest, call, code);
        iq_unlock();
    }
    return true;
}
