/* Planning and running of copies and fills. */
#include "softdev/copy.h"

#include <stdlib.h>
#include <string.h>

#include "softdev/array.h"
#include "softdev/capture.h"
#include "softdev/engine.h"
#include "softdev/observer.h"
#include "softdev/shadow.h"
#include "softdev/short_copy.h"
#include "softdev/source.h"
#include "softdev/unwritten.h"

enum { STAGED_MAX = 64 << 10, BOUNCE = 64 << 10 };

/* Neighbouring pieces of mapped address ranges count as one. */
static bool holds(const struct iq_alloc *alloc, uint64_t address, size_t size)
{
    while (!iq_alloc_holds(alloc, address, size)) {
        if (alloc->kind != IQ_ALLOC_VMM || address < alloc->base)
            return false;
        size_t here = alloc->base + alloc->size - address;
        uint64_t next = alloc->base + alloc->size;
        alloc = iq_alloc_find(next);
        if (!alloc || alloc->kind != IQ_ALLOC_VMM || !alloc->readable)
            return false;
        size -= here;
        address = next;
    }
    return true;
}

CUresult iq_side_plan(uint64_t address, size_t size, enum iq_expect expect, struct iq_side *side)
{
    *side = (struct iq_side){ .address = address };
    if (!address || size > INT64_MAX || address + size < address)
        return CUDA_ERROR_INVALID_VALUE;
    const struct iq_alloc *alloc = iq_alloc_find(address);
    if (alloc && alloc->kind != IQ_ALLOC_RESERVED && alloc->kind != IQ_ALLOC_INTERNAL) {
        side->kind = IQ_SIDE_MEMORY;
        return holds(alloc, address, size) && alloc->readable ? CUDA_SUCCESS
                                                              : CUDA_ERROR_INVALID_VALUE;
    }
    if (expect == IQ_EXPECT_DEVICE || iq_arena_device(address))
        return CUDA_ERROR_INVALID_VALUE;
    side->kind = IQ_SIDE_PAGEABLE;
    return CUDA_SUCCESS;
}

CUresult iq_copy_plan(uint64_t dst, enum iq_expect dst_is, uint64_t src, enum iq_expect src_is,
                      size_t size, struct iq_copy_work *work)
{
    *work = (struct iq_copy_work){ .width = size, .height = 1, .depth = 1 };
    if (!size)
        return CUDA_SUCCESS;
    CUresult r = iq_side_plan(dst, size, dst_is, &work->dst);
    return r ? r : iq_side_plan(src, size, src_is, &work->src);
}

static CUresult plan_array(CUarray handle, const size_t at[3], const size_t extent[3],
                           struct iq_side *side)
{
    struct iq_array *array;
    CUresult r = iq_array_get(handle, &array);
    if (r)
        return r;
    if (at[0] > array->row || extent[0] > array->row - at[0] || at[1] > array->rows ||
        extent[1] > array->rows - at[1] || at[2] > array->layers ||
        extent[2] > array->layers - at[2])
        return CUDA_ERROR_INVALID_VALUE;
    *side = (struct iq_side){ .kind = IQ_SIDE_ARRAY,
                              .array = array,
                              .pitch = array->row,
                              .slice = array->row * array->rows };
    side->address = at[0] + at[1] * side->pitch + at[2] * side->slice;
    return CUDA_SUCCESS;
}

static CUresult plan_pitched(uint64_t base, enum iq_expect expect, const size_t at[3],
                             const size_t extent[3], const size_t pitch_rows[2],
                             struct iq_side *side)
{
    size_t pitch = pitch_rows[0], rows = pitch_rows[1];
    bool flat = extent[1] <= 1 && extent[2] <= 1;
    if (!base || (pitch && pitch < at[0] + extent[0]) || (!pitch && !flat))
        return CUDA_ERROR_INVALID_VALUE;
    if (extent[2] > 1 && rows < at[1] + extent[1])
        return CUDA_ERROR_INVALID_VALUE;
    if (!rows)
        rows = extent[1];
    __uint128_t last = (__uint128_t)pitch * rows * (at[2] + extent[2] - 1) +
                       (__uint128_t)pitch * (at[1] + extent[1] - 1) + at[0] + extent[0];
    if (last > INT64_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    uint64_t first = base + at[0] + pitch * at[1] + pitch * rows * at[2];
    CUresult r = iq_side_plan(first, base + (uint64_t)last - first, expect, side);
    side->pitch = pitch ? pitch : extent[0];
    side->slice = side->pitch * rows;
    return r;
}

static CUresult plan_end(CUmemorytype type, const void *host, uint64_t device, CUarray array,
                         const size_t shape[3][3], struct iq_side *side)
{
    switch (type) {
    case CU_MEMORYTYPE_HOST:
        return plan_pitched((uint64_t)(uintptr_t)host, IQ_EXPECT_ANY, shape[0], shape[1], shape[2],
                            side);
    case CU_MEMORYTYPE_DEVICE:
        return plan_pitched(device, IQ_EXPECT_DEVICE, shape[0], shape[1], shape[2], side);
    case CU_MEMORYTYPE_UNIFIED:
        return plan_pitched(device, IQ_EXPECT_ANY, shape[0], shape[1], shape[2], side);
    case CU_MEMORYTYPE_ARRAY: return plan_array(array, shape[0], shape[1], side);
    }
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult iq_copy_plan_3d(const CUDA_MEMCPY3D *copy, struct iq_copy_work *work)
{
    *work = (struct iq_copy_work){ .width = copy->WidthInBytes,
                                   .height = copy->Height,
                                   .depth = copy->Depth };
    if (!work->width || !work->height || !work->depth) {
        work->width = 0;
        return CUDA_SUCCESS;
    }
    const size_t dst[3][3] = { { copy->dstXInBytes, copy->dstY, copy->dstZ },
                               { work->width, work->height, work->depth },
                               { copy->dstPitch, copy->dstHeight, 0 } };
    const size_t src[3][3] = { { copy->srcXInBytes, copy->srcY, copy->srcZ },
                               { work->width, work->height, work->depth },
                               { copy->srcPitch, copy->srcHeight, 0 } };
    CUresult r = plan_end(copy->dstMemoryType, copy->dstHost, copy->dstDevice, copy->dstArray, dst,
                          &work->dst);
    if (!r)
        r = plan_end(copy->srcMemoryType, copy->srcHost, copy->srcDevice, copy->srcArray, src,
                     &work->src);
    if (r)
        return r;
    iq_copy_work_ref(work);
    return CUDA_SUCCESS;
}

CUresult iq_fill_plan(uint64_t address, size_t pitch, size_t width, size_t height, uint32_t value,
                      uint32_t element, struct iq_fill_work *work)
{
    struct iq_side side;
    *work = (struct iq_fill_work){ address, pitch, width, height, value, element, 0, 0 };
    if (!width || !height) {
        work->width = 0;
        return CUDA_SUCCESS;
    }
    if (address % element || (height > 1 && (pitch % element || pitch < width * element)))
        return CUDA_ERROR_INVALID_VALUE;
    __uint128_t bytes =
        (__uint128_t)width * element + (height > 1 ? (__uint128_t)pitch * (height - 1) : 0);
    if (bytes > INT64_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    return iq_side_plan(address, (size_t)bytes, IQ_EXPECT_DEVICE, &side);
}

void iq_copy_work_ref(struct iq_copy_work *work)
{
    if (work->dst.array)
        iq_obj_ref(work->dst.array);
    if (work->src.array)
        iq_obj_ref(work->src.array);
    work->staging = NULL;
}

void iq_copy_work_finish(struct iq_copy_work *work)
{
    iq_obj_unref(work->dst.array);
    iq_obj_unref(work->src.array);
    free(work->staging);
    *work = (struct iq_copy_work){ 0 };
}

/* The source as it is now, since the program may change it once the call has returned. */
static CUresult stage(struct iq_copy_work *work)
{
    work->staging = malloc(work->width);
    if (!work->staging)
        return CUDA_ERROR_OUT_OF_MEMORY;
    return iq_host_read(work->staging, (const void *)(uintptr_t)work->src.address, work->width);
}

/* Who frees memory waits for the work of its context; a copy that another context makes with it
 * counts. */
static void tell_owner(struct iq_stream *stream, const struct iq_side *side)
{
    const struct iq_alloc *alloc =
        side->kind == IQ_SIDE_MEMORY ? iq_alloc_find(side->address) : NULL;
    if (alloc && alloc->ctx && alloc->ctx != stream->ctx && stream->tail)
        iq_ctx_follow(alloc->ctx, stream->tail);
}

static bool is_host(const struct iq_side *side)
{
    const struct iq_alloc *alloc =
        side->kind == IQ_SIDE_MEMORY ? iq_alloc_find(side->address) : NULL;
    return side->kind == IQ_SIDE_PAGEABLE || (alloc && iq_alloc_is_host(alloc));
}

static bool rests(const struct iq_side *side)
{
    return side->kind == IQ_SIDE_MEMORY && iq_alloc_rests(iq_alloc_find(side->address));
}

CUresult iq_copy_submit(struct iq_stream *stream, struct iq_copy_work *copy, bool blocking)
{
    bool pageable = copy->dst.kind == IQ_SIDE_PAGEABLE || copy->src.kind == IQ_SIDE_PAGEABLE;
    bool linear = copy->height == 1 && copy->depth == 1;
    CUresult r = CUDA_SUCCESS;
    struct iq_work work = { .kind = IQ_WORK_COPY };
    if (!copy->width) {
        iq_copy_work_finish(copy);
        return blocking ? iq_capture_check_implicit(stream) : CUDA_SUCCESS;
    }
    if (!stream->capture && is_host(&copy->dst) && is_host(&copy->src))
        blocking = true; /* between buffers of the host even the asynchronous calls wait */
    if (!blocking && !stream->capture && pageable) {
        if (linear && copy->src.kind == IQ_SIDE_PAGEABLE && copy->dst.kind != IQ_SIDE_PAGEABLE &&
            copy->width <= STAGED_MAX)
            r = stage(copy);
        else
            blocking = true;
    }
    if (!r && !stream->capture && (rests(&copy->dst) || rests(&copy->src)))
        r = CUDA_ERROR_INVALID_VALUE;
    work.u.copy = *copy;
    if (r) {
        iq_work_finish(&work);
        return r;
    }
    if (blocking)
        return iq_stream_run(stream, &work);
    struct iq_side dst = copy->dst, src = copy->src;
    r = iq_stream_enqueue(stream, &work);
    if (!r && !stream->capture) {
        tell_owner(stream, &dst);
        tell_owner(stream, &src);
    }
    return r;
}

/* ---- running ---- */

void *iq_copy_host_address(uint64_t address, size_t size)
{
    struct iq_alloc alloc;
    const struct iq_device *device = iq_arena_device(address);
    if (device)
        return iq_arena_is_mapped(device, address, size)
                   ? (void *)(uintptr_t)(address + (uint64_t)iq_arena_bias(device))
                   : NULL;
    return iq_alloc_find_shared(address, &alloc)
               ? (void *)(uintptr_t)(address + (uint64_t)alloc.bias)
               : NULL;
}

struct end {
    char *host;
    bool pageable, registered;
};

static struct end reach(const struct iq_side *side, const void *staging, size_t offset, size_t size)
{
    if (staging)
        return (struct end){ (char *)(uintptr_t)staging + offset, false, false };
    if (side->kind == IQ_SIDE_ARRAY)
        return (struct end){ (char *)side->array->bytes + side->address + offset, false, false };
    if (side->kind == IQ_SIDE_PAGEABLE)
        return (struct end){ (char *)(uintptr_t)side->address + offset, true, false };
    struct iq_alloc alloc;
    char *host = iq_copy_host_address(side->address + offset, size);
    bool registered = host == (char *)(uintptr_t)(side->address + offset) &&
                      iq_alloc_find_shared(side->address, &alloc) &&
                      alloc.kind == IQ_ALLOC_REGISTERED;
    return (struct end){ host, registered, registered };
}

static CUresult bounce(char *to, const char *from, size_t size)
{
    char *buffer = malloc(BOUNCE);
    CUresult r = buffer ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    for (size_t done = 0; !r && done < size;) {
        size_t part = size - done < BOUNCE ? size - done : BOUNCE;
        r = iq_host_read(buffer, from + done, part);
        if (!r)
            r = iq_host_write(to + done, buffer, part);
        done += part;
    }
    free(buffer);
    return r;
}

/* Registered memory that the program unmapped stays pinned on hardware; here its bytes are gone and
 * nothing is moved. */
static CUresult forgive(CUresult r, struct end dst, struct end src)
{
    return dst.registered || src.registered ? CUDA_SUCCESS : r;
}

static uint64_t device_address(const struct iq_side *side, size_t at)
{
    return (side->kind == IQ_SIDE_ARRAY ? side->array->address : 0) + side->address + at;
}

static bool is_from_host(const struct iq_copy_work *work)
{
    struct iq_alloc alloc;
    return work->src.kind == IQ_SIDE_PAGEABLE || work->staging ||
           (work->site && work->src.kind == IQ_SIDE_MEMORY &&
            iq_alloc_find_shared(work->src.address, &alloc) && iq_alloc_is_host(&alloc));
}

/* The shadow follows the bytes. */
static void note_copy(const struct iq_copy_work *work, size_t dst_at, size_t src_at, size_t size)
{
    uint64_t to = device_address(&work->dst, dst_at);
    if (work->dst.kind == IQ_SIDE_PAGEABLE)
        return;
    if (!is_from_host(work)) {
        iq_shadow_copied(to, device_address(&work->src, src_at), size);
    } else {
        if (work->site)
            iq_short_copy_begin(to, size);
        iq_shadow_written(to, size);
        iq_source_wrote(to, size, work->site);
    }
}

/* Pinned or registered memory of the host, which somebody may have protected. */
static bool is_own_host(const struct iq_side *side, const char *host, size_t at)
{
    return side->kind != IQ_SIDE_ARRAY && side->kind != IQ_SIDE_PAGEABLE &&
           host == (char *)(uintptr_t)(side->address + at);
}

static CUresult move(const struct iq_copy_work *work, size_t dst_at, size_t src_at, size_t size,
                     CUresult *fault)
{
    note_copy(work, dst_at, src_at, size);
    struct end dst = reach(&work->dst, NULL, dst_at, size),
               src = reach(&work->src, work->staging, src_at, size);
    if (!dst.host || !src.host) {
        *fault = CUDA_ERROR_ILLEGAL_ADDRESS;
        return CUDA_SUCCESS;
    }
    bool to_host = is_own_host(&work->dst, dst.host, dst_at),
         from_host = !work->staging && is_own_host(&work->src, src.host, src_at);
    bool apart =
        work->dst.kind != IQ_SIDE_PAGEABLE && (work->src.kind != IQ_SIDE_PAGEABLE || work->staging);
    if ((to_host || from_host) && apart && iq_observer_host_write(dst.host, src.host, size))
        return CUDA_SUCCESS;
    if (dst.pageable && src.pageable)
        return forgive(bounce(dst.host, src.host, size), dst, src);
    if (dst.pageable)
        return forgive(iq_host_write(dst.host, src.host, size), dst, src);
    if (src.pageable)
        return forgive(iq_host_read(dst.host, src.host, size), dst, src);
    memmove(dst.host, src.host, size);
    return CUDA_SUCCESS;
}

/* The host has written rows of memory, or of an array from their beginning, or the bytes after some
 * place in an array, whose rows have no padding. */
static void note_written(const struct iq_copy_work *work, size_t width, size_t height, size_t depth)
{
    bool array = work->dst.kind == IQ_SIDE_ARRAY;
    if (depth > 1 || !is_from_host(work) || (!array && work->dst.kind != IQ_SIDE_MEMORY) ||
        (array && work->dst.pitch && work->dst.address % work->dst.pitch))
        return;
    iq_unwritten_wrote(
        &(struct iq_written){ .address = (array ? work->dst.array->address : 0) + work->dst.address,
                              .size = width,
                              .source = work->src.address,
                              .site = work->made ? work->made : work->site,
                              .rows = height,
                              .pitch = work->dst.pitch,
                              .source_pitch = work->src.pitch,
                              .of_array = array && work->dst.pitch,
                              .element = array ? work->dst.array->element : 0 });
}

CUresult iq_copy_run(const struct iq_copy_work *work, CUresult *fault)
{
    size_t width = work->width, height = work->height, depth = work->depth;
    CUresult r = CUDA_SUCCESS;
    iq_unwritten_check(work);
    if (height > 1 && work->dst.pitch == width && work->src.pitch == width) {
        bool dense = work->dst.slice == width * height && work->src.slice == width * height;
        width *= height;
        height = 1;
        if (dense) {
            width *= depth;
            depth = 1;
        }
    }
    for (size_t z = 0; z < depth && !r && !*fault; z++)
        for (size_t y = 0; y < height && !r && !*fault; y++)
            r = move(work, y * work->dst.pitch + z * work->dst.slice,
                     y * work->src.pitch + z * work->src.slice, width, fault);
    if (work->dst.kind == IQ_SIDE_ARRAY)
        iq_shadow_settle(work->dst.array->address);
    note_written(work, width, height, depth);
    return r;
}

static void fill_row(char *at, size_t width, uint32_t value, uint32_t element)
{
    if (element == 1) {
        memset(at, (int)value, width);
        return;
    }
    for (size_t i = 0; i < width; i++)
        memcpy(at + i * element, &value, element);
}

CUresult iq_fill_run(const struct iq_fill_work *work)
{
    for (size_t y = 0; y < work->height && work->width; y++) {
        char *at =
            iq_copy_host_address(work->address + y * work->pitch, work->width * work->element);
        if (!at)
            return CUDA_ERROR_ILLEGAL_ADDRESS;
        iq_shadow_written(work->address + y * work->pitch, work->width * work->element);
        fill_row(at, work->width, work->value, work->element);
    }
    iq_unwritten_wrote(&(struct iq_written){ .address = work->address,
                                             .size = work->width * work->element,
                                             .site = work->made ? work->made : work->site,
                                             .rows = work->height,
                                             .pitch = work->pitch });
    return CUDA_SUCCESS;
}
