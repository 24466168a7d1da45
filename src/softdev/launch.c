/* Kernel launches: judging, packing parameters, running blocks on all cores, faults. */
#include "softdev/launch.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/place.h"
#include "softdev/array.h"
#include "softdev/condition.h"
#include "softdev/engine.h"
#include "softdev/module.h"
#include "softdev/nest.h"
#include "softdev/observer.h"
#include "softdev/parts.h"
#include "softdev/running.h"
#include "softdev/shadow.h"
#include "softdev/short_copy.h"
#include "softdev/source.h"
#include "softdev/strays.h"
#include "softdev/unwritten.h"

enum { SLICES = 160, LIVE_MAX = 64, WRITTEN_MAX = 16 };

/* ---- judging ---- */

uint64_t iq_launch_threads_by_registers(const struct iq_ptx_kernel *kernel)
{
    uint64_t least = (uint64_t)kernel->register_count / 2;
    return least ? IQ_SM_REGISTERS / least & ~31u : IQ_BLOCK_THREADS_MAX;
}

/* A compiler keeps to what the kernel says of its blocks. */
static bool has_registers(const struct iq_ptx_kernel *kernel, uint64_t threads)
{
    return kernel->max_threads[0] || kernel->required_threads[0] ||
           threads <= iq_launch_threads_by_registers(kernel);
}

int iq_launch_occupancy(const struct iq_function *function, uint64_t threads,
                        uint64_t dynamic_shared)
{
    const struct iq_ptx_kernel *kernel = function->kernel;
    uint64_t warps = (threads + 31) / 32;
    uint64_t registers =
        (uint64_t)((kernel->register_count ? kernel->register_count : 1) + 7) / 8 * 8 * 32;
    uint64_t shared =
        (kernel->shared_bytes + dynamic_shared + IQ_SHARED_RESERVED + 127) / 128 * 128;
    uint64_t blocks = IQ_SM_THREADS / 32 / warps;
    /* four register files */
    uint64_t by_registers = (IQ_SM_REGISTERS / 4 / registers) * 4 / warps;
    uint64_t by_shared = IQ_SHARED_SM / shared;
    if (!by_registers && has_registers(kernel, threads))
        by_registers = 1; /* a block that may be launched fits */
    blocks = blocks < IQ_SM_BLOCKS ? blocks : IQ_SM_BLOCKS;
    blocks = blocks < by_registers ? blocks : by_registers;
    return (int)(blocks < by_shared ? blocks : by_shared);
}

void iq_launch_cluster(const struct iq_function *function, const struct iq_launch_shape *shape,
                       unsigned dims[3])
{
    for (int i = 0; i < 3; i++)
        dims[i] = shape->cluster[i]          ? shape->cluster[i]
                  : function->cluster[i] > 0 ? (unsigned)function->cluster[i]
                                             : 0;
}

unsigned iq_launch_cluster_most(const struct iq_function *function)
{
    return function->nonportable ? IQ_CLUSTER_NONPORTABLE : IQ_CLUSTER_PORTABLE;
}

bool iq_launch_is_cluster(const struct iq_function *function, const unsigned dims[3],
                          const unsigned grid[3])
{
    uint64_t size = 1;
    for (int i = 0; i < 3; i++) {
        size *= dims[i];
        if (!dims[i] || grid[i] % dims[i] || size > iq_launch_cluster_most(function))
            return false;
    }
    return true;
}

static CUresult judge_cluster(const struct iq_function *function,
                              const struct iq_launch_shape *shape)
{
    unsigned dims[3];
    iq_launch_cluster(function, shape, dims);
    for (int i = 0; i < 3; i++) {
        dims[i] = dims[i] ? dims[i] : 1;
        if (shape->cluster[i] && function->cluster[i] > 0 &&
            shape->cluster[i] != (unsigned)function->cluster[i])
            return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    }
    return iq_launch_is_cluster(function, dims, shape->grid) ? CUDA_SUCCESS
                                                             : CUDA_ERROR_INVALID_CLUSTER_SIZE;
}

CUresult iq_launch_judge(const struct iq_function *function, const struct iq_launch_shape *shape)
{
    static const unsigned block_max[3] = { 1024, 1024, 64 },
                          grid_max[3] = { 0x7fffffff, 65535, 65535 };
    const struct iq_ptx_kernel *kernel = function->kernel;
    uint64_t threads = (uint64_t)shape->block[0] * shape->block[1] * shape->block[2], limit = 1;
    for (int i = 0; i < 3; i++)
        if (!shape->block[i] || shape->block[i] > block_max[i] || !shape->grid[i] ||
            shape->grid[i] > grid_max[i])
            return CUDA_ERROR_INVALID_VALUE;
    if (threads > IQ_BLOCK_THREADS_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    if (kernel->required_threads[0])
        for (int i = 0; i < 3; i++)
            if (shape->block[i] != (kernel->required_threads[i] ? kernel->required_threads[i] : 1))
                return CUDA_ERROR_INVALID_VALUE;
    for (int i = 0; i < 3; i++)
        limit *= kernel->max_threads[i] ? kernel->max_threads[i] : 1;
    if (kernel->max_threads[0] && threads > limit)
        return CUDA_ERROR_INVALID_VALUE;
    if (shape->shared > (uint64_t)(unsigned)function->max_dynamic_shared)
        return CUDA_ERROR_INVALID_VALUE;
    if (!has_registers(kernel, threads))
        return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    uint64_t blocks = (uint64_t)shape->grid[0] * shape->grid[1] * shape->grid[2];
    if (shape->cooperative &&
        blocks > (uint64_t)iq_launch_occupancy(function, threads, shape->shared) * IQ_SM_COUNT)
        return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
    return judge_cluster(function, shape);
}

/* ---- packing ---- */

static CUresult pack_list(const struct iq_ptx_kernel *kernel, void **params, char *to)
{
    void *pointers[64];
    for (uint32_t first = 0; first < kernel->param_count; first += 64) {
        uint32_t count = kernel->param_count - first < 64 ? kernel->param_count - first : 64;
        CUresult r = iq_host_read(pointers, params + first, count * sizeof *pointers);
        for (uint32_t i = 0; i < count && !r; i++)
            r = pointers[i] ? iq_host_read(to + kernel->params[first + i].offset, pointers[i],
                                           kernel->params[first + i].size)
                            : CUDA_ERROR_INVALID_VALUE;
        if (r)
            return r;
    }
    return CUDA_SUCCESS;
}

static CUresult pack_buffer(const struct iq_ptx_kernel *kernel, void **extra, char *to)
{
    const void *buffer = NULL;
    const size_t *size = NULL;
    void *pair[2];
    for (int i = 0; i < 16; i += 2) {
        if (iq_host_read(pair, extra + i, sizeof pair[0]) || pair[0] == CU_LAUNCH_PARAM_END)
            break;
        if (iq_host_read(pair, extra + i, sizeof pair))
            return CUDA_ERROR_INVALID_VALUE;
        if (pair[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = pair[1];
        else if (pair[0] == CU_LAUNCH_PARAM_BUFFER_SIZE)
            size = pair[1];
        else
            return CUDA_ERROR_INVALID_VALUE;
    }
    size_t given = 0;
    if (!buffer || !size || iq_host_read(&given, size, sizeof given) || !given)
        return CUDA_ERROR_INVALID_VALUE;
    if (given > kernel->param_bytes)
        return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    /* real drivers do not mind either */
    return iq_host_read(to, buffer, given < kernel->param_bytes ? given : kernel->param_bytes);
}

CUresult iq_launch_plan(struct iq_ctx *ctx, struct iq_function *function,
                        const struct iq_launch_shape *shape, void **params, void **extra,
                        struct iq_launch_work *work)
{
    const struct iq_ptx_kernel *kernel = function->kernel;
    CUresult r = iq_launch_judge(function, shape);
    (void)ctx;
    if (!r && kernel->param_count && !params == !extra)
        r = CUDA_ERROR_INVALID_VALUE;
    if (r)
        return r;
    *work = (struct iq_launch_work){ .function = function,
                                     .shared = shape->shared,
                                     .cooperative = shape->cooperative };
    memcpy(work->grid, shape->grid, sizeof work->grid);
    memcpy(work->block, shape->block, sizeof work->block);
    iq_launch_cluster(function, shape, work->cluster);
    work->params = calloc(1, kernel->param_bytes + 1);
    if (!work->params)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (kernel->param_count)
        r = params ? pack_list(kernel, params, work->params)
                   : pack_buffer(kernel, extra, work->params);
    if (r) {
        free(work->params);
        return r;
    }
    iq_obj_ref(function);
    return CUDA_SUCCESS;
}

CUresult iq_launch_work_clone(struct iq_launch_work *to, const struct iq_launch_work *from)
{
    size_t bytes = from->function->kernel->param_bytes;
    *to = *from;
    to->parts = NULL; /* of an operation only */
    to->params = malloc(bytes + 1);
    if (!to->params) {
        to->function = NULL;
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    memcpy(to->params, from->params, bytes);
    iq_obj_ref(to->function);
    return CUDA_SUCCESS;
}

void iq_launch_work_finish(struct iq_launch_work *work)
{
    iq_obj_unref(work->function);
    free(work->params);
    free(work->launched);
    iq_soft_parts_done(work->parts);
    work->parts = NULL;
    work->function = NULL;
    work->launched = NULL;
    work->params = NULL;
}

/* ---- running ---- */

__attribute__((visibility("default"))) extern _Atomic uint64_t inquest_soft_progress;
_Atomic uint64_t inquest_soft_progress; /* abi/soft_observer.h */

struct grid_run {
    struct iq_ctx *ctx;
    struct iq_op *op;
    struct iq_nest *nest; /* what the kernel itself launches; NULL: nothing yet */
    const struct iq_launch_work *work;
    struct iq_ptx_launch *launch;
    struct iq_ptx_env env;
    _Atomic uint64_t next_block;
    struct iq_running_kernel running;
    uint64_t block_count, started_ns;
    atomic_bool stop, timeout;
    int abort;
    uint64_t not_given; /* what a kernel gave to free in vain */
    struct iq_strays strays;
    _Atomic uint64_t written[WRITTEN_MAX]; /* allocations with shadow that were written to */
    uint64_t workspace[4];                 /* of grid synchronisation */
};

/* May kernels of [ctx] use this memory? */
static bool is_accessible(const struct iq_ctx *ctx, const struct iq_alloc *alloc, bool write)
{
    if (alloc->kind == IQ_ALLOC_RESERVED || !alloc->readable || (write && !alloc->writable))
        return false;
    if (alloc->kind == IQ_ALLOC_VMM)
        return alloc->accessed_by >> ctx->device->ordinal & 1;
    if (!alloc->device || alloc->kind == IQ_ALLOC_MANAGED || alloc->device == ctx->device)
        return true;
    return ctx->peers >> alloc->device->ordinal & 1 ||
           alloc->accessed_by >> ctx->device->ordinal & 1;
}

/* Constant memory is written by those kernels only that were given its address, as programs do that
 * fill tables on the device. */
static bool is_sealed(const struct grid_run *run, const struct iq_alloc *alloc)
{
    return alloc->constant && !iq_strays_is_given(run->work, alloc->base, alloc->size);
}

static bool resolve(void *user, uint64_t address, uint32_t size, bool write,
                    struct iq_ptx_range *range)
{
    struct grid_run *run = user;
    struct iq_alloc alloc;
    uint64_t base, bytes;
    if (!iq_alloc_find_shared(address, &alloc) || !is_accessible(run->ctx, &alloc, write)) {
        uint64_t own = (uint64_t)(uintptr_t)run->workspace;
        if (address < own || address + size > own + sizeof run->workspace)
            return false;
        *range = (struct iq_ptx_range){
            .begin = own, .end = own + sizeof run->workspace, .writable = true, .own = true
        };
        return true;
    }
    if (alloc.kind == IQ_ALLOC_INTERNAL) {
        if (!iq_heap_find(run->ctx, address, &base, &bytes) || size > base + bytes - address)
            return false;
        *range = (struct iq_ptx_range){
            .begin = base, .end = base + bytes, .writable = true, .bias = alloc.bias, .own = true
        };
        return true;
    }
    if (!iq_alloc_holds(&alloc, address, size) || (write && is_sealed(run, &alloc)))
        return false;
    *range = (struct iq_ptx_range){ .begin = alloc.base,
                                    .end = alloc.base + alloc.size,
                                    .writable = alloc.writable && !is_sealed(run, &alloc),
                                    .bias = alloc.bias,
                                    .shadow = iq_shadow_of(&alloc),
                                    .host = !iq_alloc_is_device(&alloc),
                                    .array = alloc.kind == IQ_ALLOC_ARRAY };
    if (run->work->parts && !iq_parts_clip(run->work->parts, address, size, range))
        return false;
    for (int i = 0; write && range->shadow && i < WRITTEN_MAX; i++) {
        uint64_t none = 0;
        if (atomic_compare_exchange_strong(&run->written[i], &none, alloc.base) ||
            none == alloc.base)
            break;
    }
    return true;
}

static void fill_fault(struct iq_soft_fault *out, const struct grid_run *run,
                       const struct iq_ptx_fault *fault)
{
    *out = (struct iq_soft_fault){ .struct_size = sizeof *out,
                                   .launch = run->work->number,
                                   .call = run->work->call,
                                   .site = run->work->site,
                                   .launched = iq_nest_place(run->work),
                                   .kernel = run->work->function->kernel->name,
                                   .function = fault->function,
                                   .text = fault->message[0] ? fault->message : NULL,
                                   .file = fault->source_file,
                                   .line = fault->source_line,
                                   .ptx_line = fault->ptx_line,
                                   .threads = 1,
                                   .address = fault->address,
                                   .size = fault->access_size,
                                   .is_write = fault->write,
                                   .cooperative = run->work->cooperative };
    memcpy(out->block, fault->block, sizeof out->block);
    memcpy(out->thread, fault->thread, sizeof out->thread);
    memcpy(out->grid_size, run->work->grid, sizeof out->grid_size);
    memcpy(out->block_size, run->work->block, sizeof out->block_size);
}

static void fill_access(struct iq_soft_fault *fault, const struct grid_run *run,
                        const struct iq_ptx_access *access)
{
    struct iq_ptx_fault place = { .has_access = true,
                                  .write = access->write,
                                  .address = access->address,
                                  .access_size = access->size };
    memcpy(place.block, access->block, sizeof place.block);
    memcpy(place.thread, access->thread, sizeof place.thread);
    iq_ptx_launch_where(run->launch, access->pc, &place);
    fill_fault(fault, run, &place);
}

/* A shared access that left its variable but not the memory of the block. */
static bool stray_shared(struct grid_run *run, const struct iq_ptx_access *access)
{
    char text[256];
    struct iq_soft_fault fault;
    uint64_t at = access->address - IQ_PTX_SHARED_BASE;
    if (!iq_observer_is_set())
        return true;
    fill_access(&fault, run, access);
    fault.kind = IQ_SOFT_FAULT_SHARED_OUT_OF_BOUNDS;
    fault.address = at;
    fault.object_base = access->variable_at;
    fault.variable = access->variable;
    if (access->variable)
        iq_ptx_say_variable(text, sizeof text, access->variable, access->variable_at,
                            access->variable_size, at);
    else
        snprintf(text, sizeof text, "%llu bytes before the dynamic shared memory",
                 (unsigned long long)(access->variable_at - at));
    fault.text = text;
    iq_strays_note(&run->strays, &fault, access->pc);
    return true;
}

/* Parts alone made resolve refuse it, and they allow it after all. */
static bool is_allowed(const struct grid_run *run, const struct iq_alloc *alloc,
                       const struct iq_ptx_access *access)
{
    uint64_t shadow;
    if (!run->work->parts || !iq_alloc_holds(alloc, access->address, access->size) ||
        (access->write && is_sealed(run, alloc)) || !iq_parts_allow(run->work->parts, access))
        return false;
    shadow = iq_shadow_of(alloc);
    if (access->write && shadow)
        iq_ptx_shadow_set(shadow, access->address, access->size);
    return true;
}

static void note_stray(struct grid_run *run, const struct iq_ptx_access *access)
{
    char text[160];
    struct iq_soft_fault fault;
    struct iq_alloc alloc;
    fill_access(&fault, run, access);
    iq_strays_explain(run->ctx, run->work, access->origins, access->of_variable, &fault);
    iq_source_explain(run->work, run->launch, access->pc, &fault);
    if (iq_alloc_find_shared(access->address, &alloc)) {
        if (access->write && is_sealed(run, &alloc))
            fault.text = "kernels can only read variables in constant memory";
        else if (access->of_variable &&
                 iq_strays_say_victim(run->work, &alloc, access->address, text, sizeof text))
            fault.text = text;
    }
    if (run->work->parts && fault.address - fault.object_base < fault.object_size)
        iq_parts_explain(run->work->parts, &fault);
    iq_unwritten_allocated(run->work, &fault);
    iq_strays_note(&run->strays, &fault, access->pc);
}

/* What hardware lets pass although it is wrong: any byte of mapped memory that this device may
 * use. */
static bool stray(void *user, const struct iq_ptx_access *access, int64_t *bias)
{
    struct grid_run *run = user;
    if (access->space == IQ_PTX_SHARED)
        return stray_shared(run, access);
    const struct iq_device *device = iq_arena_device(access->address);
    struct iq_alloc alloc;
    if (device) {
        if ((device != run->ctx->device && !(run->ctx->peers >> device->ordinal & 1)) ||
            !iq_arena_is_mapped(device, access->address, access->size))
            return false;
        if (iq_alloc_find_shared(access->address, &alloc) && alloc.kind != IQ_ALLOC_INTERNAL &&
            !is_accessible(run->ctx, &alloc, access->write))
            return false;
        *bias = iq_arena_bias(device);
        if (iq_alloc_find_shared(access->address, &alloc) && is_allowed(run, &alloc, access))
            return true;
    } else {
        uint64_t last = (access->address + access->size - 1) | 4095;
        uint64_t page = access->address & ~(uint64_t)4095;
        bool found = iq_alloc_find_shared(access->address, &alloc);
        for (uint64_t at = access->address; !found && at >= page + 64; at -= 64)
            found = iq_alloc_find_shared(at - 64, &alloc);
        if (!found || iq_alloc_is_host(&alloc) == (alloc.kind == IQ_ALLOC_MANAGED) ||
            last > ((alloc.base + alloc.size - 1) | 4095) || (access->write && !alloc.writable))
            return false;
        *bias = found ? alloc.bias : 0;
        if (is_allowed(run, &alloc, access))
            return true;
    }
    if (iq_observer_is_set())
        note_stray(run, access);
    return true;
}

/* Whose memory that is: an argument's, or an array's that a texture or surface shows. */
static void explain_access(struct grid_run *run, const struct iq_ptx_access *access,
                           struct iq_soft_fault *fault)
{
    struct iq_sampler_place place;
    if (!access->handle || !iq_sampler_place(access->handle, access->address, &place)) {
        iq_strays_explain(run->ctx, run->work, access->origins, access->of_variable, fault);
        return;
    }
    fault->array = fault->object_base = place.array;
    fault->array_mipmapped = place.mipmapped;
    fault->array_level = place.level;
    fault->array_row = place.row;
    fault->array_layer = place.layer;
    fault->address = place.x;
    iq_strays_argument(run->work, access->handle, fault);
}

static void uninitialized(void *user, const struct iq_ptx_access *access)
{
    enum { ENOUGH = 1 << 14 };
    struct grid_run *run = user;
    struct iq_soft_fault fault;
    struct iq_alloc alloc;
    if (!iq_alloc_find_shared(access->address, &alloc) || !iq_shadow_of(&alloc) ||
        iq_parts_is_written(run->work->parts, access->address, access->size))
        return;
    fill_access(&fault, run, access);
    explain_access(run, access, &fault);
    fault.kind = IQ_SOFT_FAULT_UNINITIALIZED;
    if (!fault.array) {
        fault.object_base = alloc.base;
        fault.object_size = alloc.size;
    }
    iq_unwritten_blame(run->work, &alloc, access->address, &fault);
    if (alloc.kind == IQ_ALLOC_GLOBAL &&
        (!fault.writer_site || !iq_short_copy_is_untouched(access->address, access->size))) {
        iq_shadow_written(alloc.base, alloc.size); /* what was loaded is good */
        return;
    }
    if (iq_strays_note(&run->strays, &fault, UINT32_MAX) == ENOUGH)
        iq_shadow_written(alloc.base, alloc.size); /* more would only cost time */
}

/* The memory of a texture goes on where the texture ends. */
static void short_texture(struct grid_run *run, const struct iq_ptx_access *access,
                          const struct iq_ptx_texture *texture, struct iq_soft_fault *fault)
{
    char text[200];
    uint32_t texel = (uint32_t)texture->texel_channels * texture->channel_bytes;
    uint64_t base = access->address - (uint64_t)texture->coord[0] * texel;
    struct iq_alloc alloc;
    if (!iq_alloc_find_shared(access->address, &alloc))
        return;
    fault->kind = IQ_SOFT_FAULT_TEXTURE_SHORT;
    fault->variable = "texture";
    fault->size = texel;
    fault->object_base = base;
    fault->object_size = alloc.base + alloc.size - base;
    fault->written = fault->object_size / texel;
    iq_ptx_say_short_texture(text, sizeof text, fault->object_size, texel);
    fault->text = text;
    iq_strays_argument(run->work, texture->handle, fault);
    fault->argument_value = texture->handle;
    iq_strays_note(&run->strays, fault, access->pc);
}

static void texture_lost(void *user, const struct iq_ptx_access *access,
                         const struct iq_ptx_texture *texture)
{
    struct grid_run *run = user;
    struct iq_soft_fault fault;
    fill_access(&fault, run, access);
    if (texture->loss == IQ_PTX_LOSS_SHORT) {
        short_texture(run, access, texture, &fault);
        return;
    }
    fault.kind = IQ_SOFT_FAULT_TEXTURE_GONE;
    fault.object_base = access->address;
    fault.variable = texture->loss == IQ_PTX_LOSS_ARRAY ? "array"
                     : texture->surface                 ? "surface"
                                                        : "texture";
    iq_strays_argument(run->work, texture->handle, &fault);
    iq_strays_note(&run->strays, &fault, access->pc);
}

static void fill_other(struct iq_soft_fault *fault, const struct grid_run *run, uint32_t pc,
                       const uint32_t *block, const uint32_t *thread)
{
    struct iq_ptx_fault place = { .kind = IQ_PTX_FAULT_NONE };
    iq_ptx_launch_where(run->launch, pc, &place);
    fault->other_file = place.source_file;
    fault->other_line = place.source_line;
    fault->other_ptx_line = place.ptx_line;
    memcpy(fault->other_block, block, sizeof fault->other_block);
    memcpy(fault->other_thread, thread, sizeof fault->other_thread);
}

/* A statement's number: its line where that is known, since compilers make several of one. */
static uint32_t statement(const char *file, uint32_t line, uint32_t ptx_line)
{
    uint32_t hash = 2166136261u;
    for (; file && *file; file++)
        hash = (hash ^ (unsigned char)*file) * 16777619u;
    return file || line ? hash + line : ptx_line;
}

static void note_pair(struct grid_run *run, const struct iq_soft_fault *fault,
                      iq_stray_complete *complete, const void *user)
{
    iq_strays_note_pair(&run->strays, fault, statement(fault->file, fault->line, fault->ptx_line),
                        statement(fault->other_file, fault->other_line, fault->other_ptx_line),
                        complete, user);
}

struct pair {
    const struct iq_ptx_launch *launch;
    const struct iq_ptx_conflict *conflict;
};

/* Looks through the kernel's statements. */
static void add_order(const void *user, struct iq_soft_fault *fault)
{
    const struct pair *pair = user;
    const struct iq_ptx_conflict *conflict = pair->conflict;
    if (conflict->same_block)
        fault->race |= iq_soft_race_order(iq_ptx_launch_order(
            pair->launch, conflict->now.pc, conflict->before.pc, conflict->same_warp));
}

static void race(void *user, const struct iq_ptx_conflict *conflict)
{
    struct grid_run *run = user;
    struct iq_soft_fault fault;
    fill_access(&fault, run, &conflict->now);
    if (conflict->now.space == IQ_PTX_SHARED) {
        fault.address -= IQ_PTX_SHARED_BASE;
        fault.object_base = conflict->now.variable_at;
        fault.object_size = conflict->now.variable_size;
        fault.variable = conflict->now.variable;
    } else {
        explain_access(run, &conflict->now, &fault);
    }
    fault.kind =
        conflict->now.space == IQ_PTX_SHARED ? IQ_SOFT_FAULT_SHARED_RACE : IQ_SOFT_FAULT_RACE;
    fault.is_atomic = conflict->now.atomic;
    fault.other_is_write = conflict->before.write;
    fault.other_is_atomic = conflict->before.atomic;
    fault.race = (conflict->same_block ? IQ_SOFT_RACE_SAME_BLOCK : 0) |
                 (conflict->same_warp ? IQ_SOFT_RACE_SAME_WARP : 0) |
                 (conflict->is_volatile ? IQ_SOFT_RACE_VOLATILE : 0) |
                 (conflict->block_scope ? IQ_SOFT_RACE_BLOCK_SCOPE : 0) |
                 (conflict->asked ? IQ_SOFT_RACE_ASKED : 0) |
                 (conflict->pending ? IQ_SOFT_RACE_PENDING : 0) |
                 (conflict->copying ? IQ_SOFT_RACE_COPYING : 0);
    fill_other(&fault, run, conflict->before.pc, conflict->before.block, conflict->before.thread);
    note_pair(run, &fault, add_order, &(struct pair){ run->launch, conflict });
}

static void divergence(void *user, enum iq_ptx_divergence kind, const struct iq_ptx_fault *first,
                       const struct iq_ptx_fault *second)
{
    struct grid_run *run = user;
    struct iq_soft_fault fault;
    fill_fault(&fault, run, second);
    fault.kind = IQ_SOFT_FAULT_DIVERGENCE;
    fault.race = kind == IQ_PTX_DIVERGED_OUTSIDE     ? IQ_SOFT_RACE_OUTSIDE
                 : kind == IQ_PTX_DIVERGED_UNDEFINED ? IQ_SOFT_RACE_UNDEFINED
                 : kind == IQ_PTX_DIVERGED_ELSEWHERE ? IQ_SOFT_RACE_SAME_WARP
                                                     : 0;
    if (!first)
        first = second;
    fault.other_file = first->source_file;
    fault.other_line = first->source_line;
    fault.other_ptx_line = first->ptx_line;
    memcpy(fault.other_block, first->block, sizeof fault.other_block);
    memcpy(fault.other_thread, first->thread, sizeof fault.other_thread);
    note_pair(run, &fault, NULL, NULL);
}

static int belongs(void *user, uint64_t pointer, const struct iq_ptx_range *range)
{
    const struct iq_launch_work *work = ((struct grid_run *)user)->work;
    struct iq_alloc alloc;
    if (work->parts && iq_alloc_find_shared(range->begin, &alloc) &&
        iq_alloc_holds(&alloc, pointer, 1))
        return iq_parts_belongs(work->parts, pointer, range);
    return iq_strays_belongs(work, pointer, range);
}

static void print(void *user, const char *text, size_t size)
{
    iq_ctx_print(((struct grid_run *)user)->ctx, text, size);
}

static void assertion(void *user, const struct iq_ptx_fault *fault)
{
    (void)user;
    iq_complain("%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.",
                fault->assert_file, fault->assert_line, fault->assert_function, fault->block[0],
                fault->block[1], fault->block[2], fault->thread[0], fault->thread[1],
                fault->thread[2], fault->message);
}

static uint64_t device_malloc(void *user, uint64_t size)
{
    return iq_heap_take(((struct grid_run *)user)->ctx, size);
}

static bool set_condition(void *user, uint64_t handle, uint32_t value)
{
    (void)user;
    return iq_condition_set(handle, value);
}

static bool runtime(void *user, struct iq_ptx_runtime_call *call)
{
    struct grid_run *run = user;
    return iq_nest_call(&run->nest, run->op, call);
}

static bool device_free(void *user, uint64_t address)
{
    struct grid_run *run = user;
    bool given = iq_heap_give(run->ctx, address);
    if (!given)
        __atomic_store_n(&run->not_given, address, __ATOMIC_RELAXED);
    return given;
}

static uint32_t texture(void *user, struct iq_ptx_texture *accesses, uint32_t count)
{
    (void)user;
    return iq_sampler_access(accesses, count);
}

static bool is_late(struct grid_run *run)
{
    if (!iq_soft.kernel_timeout_ns || iq_now_ns() - run->started_ns < iq_soft.kernel_timeout_ns)
        return false;
    atomic_store(&run->timeout, true);
    __atomic_store_n(&run->abort, 1, __ATOMIC_SEQ_CST);
    return true;
}

/* One thread's share: blocks are taken one by one; one that loops long is put aside and resumed in
 * turn, while further ones start, so that blocks may wait for each other.  All blocks of a
 * cooperative launch are alive at once. */
static void run_blocks(void *user)
{
    struct grid_run *run = user;
    size_t limit = run->work->cooperative ? SIZE_MAX : LIVE_MAX, live = 0, capacity = 4, at = 0;
    struct iq_ptx_block **blocks = calloc(capacity, sizeof *blocks), *spare = NULL;
    bool more = true;
    while (blocks && !atomic_load(&run->stop) && (more || live)) {
        if (more && (at >= live)) {
            uint64_t index = live < limit ? atomic_fetch_add(&run->next_block, 1) : UINT64_MAX;
            more = live >= limit || index < run->block_count;
            if (live < limit && more) {
                if (live == capacity) {
                    struct iq_ptx_block **grown = realloc(blocks, 2 * capacity * sizeof *blocks);
                    if (!grown)
                        break;
                    blocks = grown;
                    capacity *= 2;
                }
                blocks[live] = spare ? spare : iq_ptx_block_create(run->launch);
                spare = NULL;
                if (!blocks[live])
                    break;
                iq_ptx_block_begin(blocks[live++], iq_ptx_launch_block_at(run->launch, index));
                at = live - 1;
            }
        }
        if (at >= live) {
            at = 0;
            if (run->work->cooperative) /* all of them wait: perhaps for blocks of another thread */
                sched_yield();
            continue;
        }
        enum iq_ptx_run result =
            iq_ptx_block_resume(blocks[at], run->work->cooperative ? 1 : SLICES);
        iq_running_step(&run->running, result == IQ_PTX_RUN_YIELD ? blocks[at] : NULL);
        if (result == IQ_PTX_RUN_YIELD && iq_running_is_asked(&run->running)) {
            iq_strays_tell(&run->strays);
            iq_running_answer(&run->running, blocks[at]);
        }
        bool late = is_late(run);
        if (late && result == IQ_PTX_RUN_YIELD) /* it stops at once and tells where it was */
            iq_ptx_block_resume(blocks[at], 1);
        if (result == IQ_PTX_RUN_FAULT || late) {
            atomic_store(&run->stop, true);
        } else if (result == IQ_PTX_RUN_DONE) {
            atomic_fetch_add_explicit(&inquest_soft_progress, 1, memory_order_relaxed);
            if (spare)
                iq_ptx_block_destroy(spare);
            spare = blocks[at];
            blocks[at] = blocks[--live];
        } else {
            at++;
            if (atomic_load(&run->ctx->sticky) || atomic_load(&run->ctx->ending))
                atomic_store(&run->stop, true);
        }
    }
    for (size_t i = 0; i < live; i++)
        iq_ptx_block_destroy(blocks[i]);
    if (spare)
        iq_ptx_block_destroy(spare);
    free(blocks);
}

static CUresult code_of(enum iq_ptx_fault_kind kind)
{
    switch (kind) {
    case IQ_PTX_FAULT_NONE: return CUDA_SUCCESS;
    case IQ_PTX_FAULT_ILLEGAL_ADDRESS:
    case IQ_PTX_FAULT_TEXTURE:
    case IQ_PTX_FAULT_SHARED_RANGE:
    case IQ_PTX_FAULT_LOCAL_RANGE:
    case IQ_PTX_FAULT_SURFACE:
    case IQ_PTX_FAULT_STACK_OVERFLOW: return CUDA_ERROR_ILLEGAL_ADDRESS;
    case IQ_PTX_FAULT_MISALIGNED: return CUDA_ERROR_MISALIGNED_ADDRESS;
    case IQ_PTX_FAULT_ASSERT: return CUDA_ERROR_ASSERT;
    case IQ_PTX_FAULT_ILLEGAL_INSTRUCTION: return CUDA_ERROR_ILLEGAL_INSTRUCTION;
    case IQ_PTX_FAULT_INVALID_PC: return CUDA_ERROR_INVALID_PC;
    case IQ_PTX_FAULT_STEP_LIMIT:
    case IQ_PTX_FAULT_ABORTED: return CUDA_ERROR_LAUNCH_TIMEOUT;
    case IQ_PTX_FAULT_NO_MEMORY: return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    default: return CUDA_ERROR_LAUNCH_FAILED;
    }
}

/* No access: free, or another call of the system, was given what it cannot take. */
static enum iq_soft_fault_kind freed_wrongly(struct grid_run *run, struct iq_soft_fault *out)
{
    bool gone = false;
    out->address = __atomic_load_n(&run->not_given, __ATOMIC_RELAXED);
    if (!out->address ||
        !iq_heap_nearest(run->ctx, out->address, &out->object_base, &out->object_size, &gone) ||
        !gone || out->address != out->object_base) {
        out->object_base = out->object_size = 0;
        return IQ_SOFT_FAULT_CANNOT_GO_ON;
    }
    out->text = "the memory came from malloc() in a kernel, and a kernel freed it";
    return IQ_SOFT_FAULT_USE_AFTER_FREE;
}

/* A pointer that nobody has set leads nowhere, and is mostly misaligned, too. */
static void explain_misaligned(struct grid_run *run, const struct iq_ptx_fault *fault,
                               struct iq_soft_fault *out)
{
    struct iq_soft_fault stray = *out;
    if (!fault->has_access || !out->size ||
        fault->address - IQ_PTX_SHARED_BASE < IQ_PTX_WINDOW_BYTES ||
        fault->address - IQ_PTX_LOCAL_BASE < IQ_PTX_WINDOW_BYTES)
        return;
    iq_strays_explain(run->ctx, run->work, fault->origins, fault->of_variable, &stray);
    if (stray.kind != IQ_SOFT_FAULT_OUT_OF_BOUNDS || stray.object_size)
        return;
    iq_source_explain(run->work, run->launch, fault->pc, &stray);
    stray.text = out->text;
    *out = stray;
    out->nowhere = true;
}

static enum iq_soft_fault_kind kind_of(struct grid_run *run, const struct iq_ptx_fault *fault,
                                       struct iq_soft_fault *out)
{
    switch (fault->kind) {
    case IQ_PTX_FAULT_ILLEGAL_ADDRESS:
        if (!fault->has_access)
            return freed_wrongly(run, out);
        out->text = NULL;
        iq_strays_explain(run->ctx, run->work, fault->origins, fault->of_variable, out);
        iq_source_explain(run->work, run->launch, fault->pc, out);
        if (out->kind == IQ_SOFT_FAULT_NULL_PAGE)
            out->heap_asked = iq_heap_refused(run->ctx, &out->heap_size);
        out->handed_down = run->work->launched && run->work->launched->handed_down &&
                           fault->address - IQ_PTX_SHARED_BASE <
                               IQ_PTX_LOCAL_BASE + IQ_PTX_WINDOW_BYTES - IQ_PTX_SHARED_BASE;
        if (fault->address - IQ_PTX_SHARED_BASE < IQ_PTX_WINDOW_BYTES ||
            fault->address - IQ_PTX_LOCAL_BASE < IQ_PTX_WINDOW_BYTES)
            out->text =
                fault->address < IQ_PTX_LOCAL_BASE
                    ? "the address is in shared memory, but the instruction is for global memory"
                    : "the address is in local memory, but the instruction is for global memory";
        return out->kind;
    case IQ_PTX_FAULT_MISALIGNED:
        explain_misaligned(run, fault, out);
        return IQ_SOFT_FAULT_MISALIGNED;
    case IQ_PTX_FAULT_SHARED_RANGE: return IQ_SOFT_FAULT_SHARED_OUT_OF_BOUNDS;
    case IQ_PTX_FAULT_CLUSTER: return IQ_SOFT_FAULT_CLUSTER;
    case IQ_PTX_FAULT_SURFACE: return IQ_SOFT_FAULT_SURFACE;
    case IQ_PTX_FAULT_TEXTURE:
        out->text = NULL;
        out->variable = fault->variable;
        iq_strays_argument(run->work, fault->address, out);
        return IQ_SOFT_FAULT_TEXTURE_NEVER;
    case IQ_PTX_FAULT_LOCAL_RANGE: return IQ_SOFT_FAULT_LOCAL_OUT_OF_BOUNDS;
    case IQ_PTX_FAULT_ASSERT: return IQ_SOFT_FAULT_ASSERT;
    case IQ_PTX_FAULT_BARRIER: return IQ_SOFT_FAULT_BARRIER;
    case IQ_PTX_FAULT_STEP_LIMIT:
    case IQ_PTX_FAULT_ABORTED: return IQ_SOFT_FAULT_TIMEOUT;
    case IQ_PTX_FAULT_UNSUPPORTED: return IQ_SOFT_FAULT_UNSUPPORTED;
    case IQ_PTX_FAULT_TRAP:
        out->wants_grid = !run->work->cooperative && iq_ptx_launch_asks_grid(run->launch);
        return IQ_SOFT_FAULT_TRAP;
    case IQ_PTX_FAULT_STACK_OVERFLOW:
        out->stack_bytes = (uint32_t)run->ctx->limits[CU_LIMIT_STACK_SIZE];
        return IQ_SOFT_FAULT_CANNOT_GO_ON;
    default: return IQ_SOFT_FAULT_CANNOT_GO_ON;
    }
}

static CUresult outcome(struct grid_run *run)
{
    const struct iq_ptx_fault *fault = iq_ptx_launch_fault(run->launch);
    struct iq_ptx_fault late = { .kind = IQ_PTX_FAULT_ABORTED,
                                 .message = "the kernel ran longer than the time limit" };
    struct iq_soft_fault report;
    if (!fault && atomic_load(&run->timeout))
        fault = &late;
    if (!fault)
        return CUDA_SUCCESS;
    fill_fault(&report, run, fault);
    report.sticky_code = code_of(fault->kind);
    report.kind = kind_of(run, fault, &report);
    char text[640], name[IQ_PTX_NAME_BYTES];
    if (fault->kind == IQ_PTX_FAULT_ASSERT) {
        snprintf(text, sizeof text, "assertion `%s' failed at %s:%u", fault->message,
                 fault->assert_file, fault->assert_line);
        report.text = text;
    }
    if (fault->kind == IQ_PTX_FAULT_SHARED_RANGE && fault->variable) {
        iq_ptx_say_variable(text, sizeof text, fault->variable, fault->variable_at,
                            fault->variable_size, fault->address - IQ_PTX_SHARED_BASE);
        iq_ptx_variable_name(fault->variable, name, sizeof name);
        report.text = text;
        report.variable = name;
    }
    if (fault->kind == IQ_PTX_FAULT_SHARED_RANGE && !fault->variable)
        iq_unwritten_shared(run->work, &report, fault->address - IQ_PTX_SHARED_BASE, text,
                            sizeof text);
    if (fault->kind == IQ_PTX_FAULT_UNSUPPORTED)
        iq_complain("inquest software device: kernel %s: %s", run->work->function->kernel->name,
                    fault->message);
    iq_observer_fault(&report);
    return (CUresult)report.sticky_code;
}

static void set_unchecked(struct iq_ptx_env *env, struct iq_ptx_range arenas[IQ_DEVICES_MAX])
{
    uint64_t bytes;
    for (int i = 0; i < iq_soft.device_count; i++) {
        arenas[i] =
            (struct iq_ptx_range){ .writable = true, .bias = iq_arena_bias(&iq_soft.devices[i]) };
        iq_arena_bounds(&iq_soft.devices[i], &arenas[i].begin, &bytes);
        arenas[i].end = arenas[i].begin + bytes;
    }
    env->unchecked = arenas;
    env->unchecked_count = (uint32_t)iq_soft.device_count;
}

CUresult iq_launch_run(struct iq_op *op)
{
    struct iq_ctx *ctx = op->ctx;
    const struct iq_launch_work *work = &op->work.u.kernel;
    struct grid_run run = { .ctx = ctx, .op = op, .work = work };
    uint64_t workspace = (uint64_t)(uintptr_t)run.workspace;
    run.env = (struct iq_ptx_env){ .ctx = &run,
                                   .resolve = resolve,
                                   .generation = iq_alloc_generation(),
                                   .stray = stray,
                                   .print = print,
                                   .assertion = assertion,
                                   .device_malloc = device_malloc,
                                   .device_free = device_free,
                                   .set_condition = set_condition,
                                   .runtime = runtime,
                                   .texture = texture };
    if (iq_observer_is_set()) {
        run.env.belongs = belongs;
        run.env.race = race;
        run.env.divergence = divergence;
        run.env.watch_races = iq_observer_wants(IQ_SOFT_WATCH_RACES);
        run.env.watch_shared_races = iq_observer_wants(IQ_SOFT_WATCH_SHARED_RACES);
        run.env.watch_footprint =
            iq_observer_wants(IQ_SOFT_WATCH_FOOTPRINT) || iq_nest_is_watched(work);
        run.env.watch_host = work->watch_host;
        run.env.texture_lost = texture_lost;
    }
    if (iq_observer_wants(IQ_SOFT_WATCH_UNINITIALIZED))
        run.env.uninitialized = uninitialized;
    struct iq_ptx_range arenas[IQ_DEVICES_MAX];
    /* else addresses of shared memory need a look */
    bool alone = work->cluster[0] * work->cluster[1] * work->cluster[2] <= 1;
    if (iq_soft.checks == IQ_CHECKS_NONE && alone)
        set_unchecked(&run.env, arenas);
    iq_strays_begin(&run.strays, work);
    struct iq_ptx_launch_desc desc = { .image = work->function->image,
                                       .kernel = work->function->kernel,
                                       .dynamic_shared_bytes = work->shared,
                                       .params = work->params,
                                       .env = &run.env,
                                       .stack_bytes = (uint32_t)ctx->limits[CU_LIMIT_STACK_SIZE],
                                       .grid_id = work->number,
                                       .grid_workspace = work->cooperative ? workspace : 0,
                                       .abort = &run.abort,
                                       .progress = (uint64_t *)&inquest_soft_progress,
                                       .sm_count = IQ_SM_COUNT };
    bool shuffled = iq_soft.schedule == IQ_SCHEDULE_SHUFFLE;
    if (shuffled)
        desc.shuffle = iq_soft.shuffle ^ work->number * 0x9e3779b97f4a7c15u;
    if (shuffled && !desc.shuffle)
        desc.shuffle = 1; /* 0 is no order of its own */
    if (iq_soft.hurry && !iq_observer_is_set())
        desc.hurry = iq_soft.hurry + work->number;
    memcpy(desc.grid, work->grid, sizeof desc.grid);
    memcpy(desc.block, work->block, sizeof desc.block);
    memcpy(desc.cluster, work->cluster, sizeof desc.cluster);
    if (iq_ptx_launch_create(&desc, &run.launch))
        return iq_strays_finish(&run.strays), CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    run.block_count = iq_ptx_launch_block_count(run.launch);
    run.started_ns = iq_now_ns();
    iq_running_begin(&run.running, work, run.launch);
    uint64_t helpers = shuffled ? 0 : run.block_count - 1, /* the same order each time */
        most = (uint64_t)iq_soft.cpus - 1;
    iq_parallel_run(run_blocks, &run, (unsigned)(helpers < most ? helpers : most));
    iq_running_end(&run.running);
    CUresult r = outcome(&run);
    iq_observer_footprint(work, run.launch,
                          !r && (run.env.watch_host || iq_observer_wants(IQ_SOFT_WATCH_FOOTPRINT)));
    if (!r && iq_nest_is_watched(work))
        iq_nest_used(op, run.launch);
    iq_strays_finish(&run.strays);
    for (int i = 0; i < WRITTEN_MAX && run.written[i]; i++) {
        iq_shadow_settle(run.written[i]);
        iq_unwritten_note(work, run.written[i]);
    }
    iq_ptx_launch_destroy(run.launch);
    iq_nest_destroy(run.nest);
    return r;
}
