/* The driver's functions for device memory, with guards and canaries; see block.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/now.h"
#include "call/guest.h"
#include "wrap/block.h"
#include "wrap/guest.h"

enum { CONTEXTS = 32, BUDGET_SHARE = 20, BATCH = 64, DEVICES = 32, PITCH = 512, WASTE_SHARE = 4 };

static struct iq_real_cuda real;
static bool canaries, shared_by_ipc;
static unsigned long guard_one_in;             /* 0: no guards */
static uint64_t allocations, guarded, refused; /* atomic */
static uint64_t wanted_bytes, mapped_bytes;    /* of guarded blocks that live; atomic */
static uint64_t peak_bytes;
static uint64_t began_ns, spent_ns;
static uint32_t peers[DEVICES]; /* bit i: device i may access memory of this one */
static struct {
    CUcontext context;
    CUstream stream;
} streams[CONTEXTS];
/* inside a function of ours: nested calls are the driver's own */
static __thread bool busy __attribute__((tls_model("initial-exec")));

static uint64_t round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

/* What we do must not end a capture that is under way. */
static CUstreamCaptureMode relax(CUstreamCaptureMode mode)
{
    if (real.cuThreadExchangeStreamCaptureMode)
        real.cuThreadExchangeStreamCaptureMode(&mode);
    return mode;
}

/* A stream of ours in the current context; NULL: none to be had. */
static CUstream own_stream(CUcontext context)
{
    for (int i = 0; i < CONTEXTS; i++) {
        if (streams[i].context == context)
            return streams[i].stream;
        CUstream stream;
        if (streams[i].context || real.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING))
            continue;
        streams[i].context = context;
        streams[i].stream = stream;
        return stream;
    }
    return NULL;
}

static bool fill(const struct iq_block *block)
{
    CUstreamCaptureMode mode = relax(CU_STREAM_CAPTURE_MODE_RELAXED);
    CUstream stream = own_stream(block->context);
    bool filled =
        stream &&
        !real.cuMemsetD8Async(block->base + block->size, IQ_BLOCK_PATTERN, block->canary, stream) &&
        !real.cuStreamSynchronize(stream);
    relax(mode);
    return filled;
}

static void judge(const struct iq_block *block, const uint8_t *bytes, uint64_t launches)
{
    uint64_t first = 0, last = block->canary;
    while (first < last && bytes[first] == IQ_BLOCK_PATTERN)
        first++;
    while (last > first && bytes[last - 1] == IQ_BLOCK_PATTERN)
        last--;
    iq_block_seen(block->base, first == last, launches);
    if (first < last)
        iq_core_canary_damaged(block->base, block->size, first, last - first, block->launches);
}

/* Looks at the canary of [block], whose context is current.  False: the device does not answer any
 * more. */
static bool look(const struct iq_block *block, uint64_t launches)
{
    uint8_t bytes[IQ_BLOCK_CANARY + IQ_BLOCK_ALIGNMENT];
    CUstream stream = block->canary ? own_stream(block->context) : NULL;
    if (!stream)
        return true;
    CUstreamCaptureMode mode = relax(CU_STREAM_CAPTURE_MODE_RELAXED);
    bool read =
        !real.cuMemcpyDtoHAsync_v2(bytes, block->base + block->size, block->canary, stream) &&
        !real.cuStreamSynchronize(stream);
    relax(mode);
    if (read)
        judge(block, bytes, launches);
    return read;
}

/* The program has waited for something: looks at some canaries, within the budget. */
static void review(void)
{
    static uint32_t at; /* torn at worst: another block comes next */
    CUcontext context = NULL;
    struct iq_block block;
    uint64_t start = iq_now_ns(), launches = iq_core_launches();
    if (busy || !iq_block_count() || spent_ns * BUDGET_SHARE > start - began_ns ||
        real.cuCtxGetCurrent(&context))
        return;
    busy = true;
    uint32_t count = iq_block_count();
    for (uint32_t i = 0; i < count && i < BATCH && iq_block_next(&at, &block); i++)
        if (block.context == context && block.canary && !look(&block, launches))
            break;
    spent_ns += iq_now_ns() - start;
    busy = false;
}

/* Guards. */

static CUresult allow(CUdeviceptr at, size_t size, CUdevice owner)
{
    CUmemAccessDesc access = { .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE, .id = owner },
                               .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    CUresult result = real.cuMemSetAccess(at, size, &access, 1);
    for (int i = 0; i < DEVICES && !result; i++) {
        access.location.id = i;
        if (owner < DEVICES && peers[owner] >> i & 1)
            result = real.cuMemSetAccess(at, size, &access, 1);
    }
    return result;
}

/* A mapping of [size] bytes with free addresses around it. */
static bool map_block(struct iq_block *block, uint64_t size)
{
    size_t unit = 0;
    CUmemAllocationProp prop = { .type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE,
                                               .id = block->device } };
    CUdeviceptr place = 0;
    if (real.cuMemGetAllocationGranularity(&unit, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM) || !unit)
        return false;
    block->map_size = round_up(size, unit);
    if (real.cuMemAddressReserve(&place, block->map_size + 2 * unit, 0, 0, 0))
        return false;
    block->map = place + unit;
    bool made = !real.cuMemCreate(&block->handle, block->map_size, &prop, 0);
    bool mapped = made && !real.cuMemMap(block->map, block->map_size, 0, block->handle, 0);
    if (mapped && !allow(block->map, block->map_size, block->device))
        return true;
    if (mapped)
        real.cuMemUnmap(block->map, block->map_size);
    if (made)
        real.cuMemRelease(block->handle);
    real.cuMemAddressFree(place, block->map_size + 2 * unit);
    return false;
}

static void unmap_block(const struct iq_block *block)
{
    /* the addresses stay reserved: whoever uses them still, faults */
    real.cuMemUnmap(block->map, block->map_size);
    real.cuMemRelease(block->handle);
    __atomic_fetch_sub(&wanted_bytes, block->size, __ATOMIC_RELAXED);
    __atomic_fetch_sub(&mapped_bytes, block->map_size, __ATOMIC_RELAXED);
}

/* Is it this allocation's turn, and is what guards waste still a small part of the device's
 * memory? */
static bool is_guard_wanted(uint64_t size, CUdevice device)
{
    size_t total = 0;
    if (!guard_one_in || shared_by_ipc ||
        __atomic_fetch_add(&allocations, 1, __ATOMIC_RELAXED) % guard_one_in)
        return false;
    uint64_t waste = __atomic_load_n(&mapped_bytes, __ATOMIC_RELAXED) -
                     __atomic_load_n(&wanted_bytes, __ATOMIC_RELAXED);
    return real.cuDeviceTotalMem_v2(&total, device) ||
           (waste + (2 << 20) <= total / WASTE_SHARE && size <= total);
}

static bool guard_block(struct iq_block *block, uint64_t size)
{
    uint64_t whole = round_up(size, IQ_BLOCK_ALIGNMENT);
    if (!is_guard_wanted(size, block->device))
        return false;
    if (!map_block(block, whole)) {
        __atomic_fetch_add(&refused, 1, __ATOMIC_RELAXED);
        block->map_size = 0;
        return false;
    }
    block->base = block->map + block->map_size - whole;
    block->canary = whole - size;
    __atomic_fetch_add(&guarded, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&wanted_bytes, size, __ATOMIC_RELAXED);
    uint64_t mapped = __atomic_add_fetch(&mapped_bytes, block->map_size, __ATOMIC_RELAXED);
    if (mapped > peak_bytes)
        peak_bytes = mapped;
    return true;
}

/* The block is [block]'s now: fills its canary and remembers it. */
static void keep(struct iq_block *block, uint64_t size, CUdeviceptr *out)
{
    struct iq_block old;
    block->size = size;
    block->launches = iq_core_launches();
    if (block->canary && !fill(block))
        block->canary = 0;
    iq_block_take(block->base, &old); /* of a context that is gone */
    iq_block_add(block);
    *out = block->base;
}

static bool here(struct iq_block *block)
{
    return !busy && !real.cuCtxGetCurrent(&block->context) && block->context &&
           !real.cuCtxGetDevice(&block->device);
}

static CUresult device_cuMemAlloc_v2(CUdeviceptr *out, size_t size)
{
    struct iq_block block = { 0 };
    CUdeviceptr base = 0;
    uint64_t longer = round_up(size, IQ_BLOCK_ALIGNMENT) + IQ_BLOCK_CANARY / 2;
    if (!out || !size || longer < size || !here(&block))
        return real.cuMemAlloc_v2(out, size);
    busy = true;
    CUresult result = CUDA_SUCCESS;
    if (guard_block(&block, size))
        keep(&block, size, out);
    else if (canaries && !real.cuMemAlloc_v2(&base, longer)) {
        block.base = base;
        block.canary = longer - size;
        keep(&block, size, out);
    } else
        /* the driver says why, or finds room for the block alone */
        result = real.cuMemAlloc_v2(out, size);
    busy = false;
    return result;
}

static CUresult device_cuMemAllocPitch_v2(CUdeviceptr *out, size_t *pitch, size_t width,
                                          size_t height, unsigned element)
{
    struct iq_block block = { 0 };
    CUdeviceptr base = 0;
    uint64_t whole, wide = round_up(width, PITCH);
    bool plain = !out || !pitch || !width || !height || wide < width ||
                 __builtin_mul_overflow(wide, height, &whole) ||
                 (element != 4 && element != 8 && element != 16) || !here(&block);
    if (plain)
        return real.cuMemAllocPitch_v2(out, pitch, width, height, element);
    busy = true;
    CUresult result = CUDA_SUCCESS;
    if (guard_block(&block, whole)) {
        *pitch = wide;
        keep(&block, whole, out);
    } else if (canaries && !real.cuMemAllocPitch_v2(&base, pitch, width, height + 1, element)) {
        block.base = base;
        block.canary = *pitch < IQ_BLOCK_CANARY ? *pitch : IQ_BLOCK_CANARY;
        keep(&block, *pitch * height, out);
    } else
        result = real.cuMemAllocPitch_v2(out, pitch, width, height, element);
    busy = false;
    return result;
}

static CUresult device_cuMemFree_v2(CUdeviceptr at)
{
    struct iq_block block;
    CUcontext context = NULL;
    if (busy || !iq_block_find(at, &block) || block.base != at || real.cuCtxGetCurrent(&context))
        return real.cuMemFree_v2(at);
    if (iq_core_is_capturing())
        /* nothing may be waited for: a guarded block stays */
        return block.map_size ? CUDA_SUCCESS : real.cuMemFree_v2(at);
    busy = true;
    CUresult result = real.cuCtxSynchronize(); /* as a free does */
    if (!result && context == block.context)
        look(&block, iq_core_launches());
    if (!result && iq_block_take(at, &block)) {
        if (block.map_size)
            unmap_block(&block);
        else
            result = real.cuMemFree_v2(at);
    }
    busy = false;
    return result;
}

/* A mapping is nothing that the driver could free in the order of a stream, and a canary is to be
 * looked at: both wait instead. */
#define FREE_ASYNC(name)                                                                       \
    static CUresult device_##name(CUdeviceptr at, CUstream stream)                             \
    {                                                                                          \
        struct iq_block block;                                                                 \
        bool ours =                                                                            \
            !busy && !iq_core_is_capturing() && iq_block_find(at, &block) && block.base == at; \
        return ours ? device_cuMemFree_v2(at) : real.name(at, stream);                         \
    }
FREE_ASYNC(cuMemFreeAsync)
FREE_ASYNC(cuMemFreeAsync_ptsz)

/* What the program asks about its memory. */

static CUresult device_cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *size, CUdeviceptr at)
{
    struct iq_block block;
    if (busy || !iq_block_find(at, &block))
        return real.cuMemGetAddressRange_v2(base, size, at);
    if (base)
        *base = block.base;
    if (size)
        *size = block.size;
    return CUDA_SUCCESS;
}

/* The answer to one question; false: the driver's is right. */
static bool answer(const struct iq_block *block, CUpointer_attribute attribute, void *data)
{
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: *(CUdeviceptr *)data = block->base; return true;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE: *(size_t *)data = block->size; return true;
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        *(CUcontext *)data = block->context;
        return block->map_size != 0;
    default: return false;
    }
}

static CUresult device_cuPointerGetAttribute(void *data, CUpointer_attribute attribute,
                                             CUdeviceptr at)
{
    struct iq_block block;
    CUresult result = real.cuPointerGetAttribute(data, attribute, at);
    if (data && !busy && iq_block_find(at, &block) && answer(&block, attribute, data))
        return CUDA_SUCCESS;
    return result;
}

static CUresult device_cuPointerGetAttributes(unsigned count, CUpointer_attribute *attributes,
                                              void **data, CUdeviceptr at)
{
    struct iq_block block;
    CUresult result = real.cuPointerGetAttributes(count, attributes, data, at);
    if (!result && attributes && data && !busy && iq_block_find(at, &block))
        for (unsigned i = 0; i < count; i++)
            if (data[i])
                answer(&block, attributes[i], data[i]);
    return result;
}

/* Mappings cannot be exported this way.  Blocks made from now on can. */
static CUresult device_cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr at)
{
    struct iq_block block;
    if (!iq_block_find(at, &block) || !block.map_size)
        return real.cuIpcGetMemHandle(handle, at);
    shared_by_ipc = true;
    iq_core_refuse_ipc();
    iq_core_message(
        IQ_MESSAGE_WARNING,
        "--device-guard: guarded memory cannot be shared with another process: cudaIpcGetMemHandle returns "
        "\"not supported\"; later allocations are not guarded");
    return CUDA_ERROR_NOT_SUPPORTED;
}

static CUresult device_cuCtxEnablePeerAccess(CUcontext peer, unsigned flags)
{
    CUdevice own = 0, owner = 0;
    CUcontext popped;
    struct iq_block block;
    CUresult result = real.cuCtxEnablePeerAccess(peer, flags);
    if (result || real.cuCtxGetDevice(&own) || real.cuCtxPushCurrent_v2(peer))
        return result;
    bool known = !real.cuCtxGetDevice(&owner);
    real.cuCtxPopCurrent_v2(&popped);
    if (!known || owner >= DEVICES || own >= DEVICES)
        return result;
    __atomic_fetch_or(&peers[owner], 1u << own, __ATOMIC_RELAXED);
    uint32_t at = 0, count = iq_block_count();
    for (uint32_t i = 0; i < count && iq_block_next(&at, &block); i++)
        if (block.map_size && block.device == owner)
            allow(block.map, block.map_size, owner);
    return result;
}

/* Ends of contexts take their memory with them. */

static void drop_context(CUcontext context)
{
    struct iq_block block;
    for (int i = 0; i < CONTEXTS; i++)
        if (streams[i].context == context)
            streams[i].context = NULL;
    while (context && iq_block_take_of(context, &block))
        if (block.map_size)
            unmap_block(&block);
}

static CUresult device_cuCtxDestroy_v2(CUcontext context)
{
    CUresult result = real.cuCtxDestroy_v2(context);
    if (!result)
        drop_context(context);
    return result;
}

/* The primary context of [device], if it is alive. */
static CUcontext primary_of(CUdevice device)
{
    unsigned flags;
    int active = 0;
    CUcontext context = NULL;
    if (real.cuDevicePrimaryCtxGetState(device, &flags, &active) || !active ||
        real.cuDevicePrimaryCtxRetain(&context, device))
        return NULL;
    real.cuDevicePrimaryCtxRelease_v2(device);
    return context;
}

static CUresult device_cuDevicePrimaryCtxReset_v2(CUdevice device)
{
    CUcontext context = primary_of(device);
    CUresult result = real.cuDevicePrimaryCtxReset_v2(device);
    if (!result)
        drop_context(context);
    return result;
}

static CUresult device_cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    unsigned flags;
    int active = 1;
    CUcontext context = primary_of(device);
    CUresult result = real.cuDevicePrimaryCtxRelease_v2(device);
    if (!result && !real.cuDevicePrimaryCtxGetState(device, &flags, &active) && !active)
        drop_context(context);
    return result;
}

/* Waits. */

#define WAIT(name, parameters, arguments)      \
    static CUresult device_##name parameters   \
    {                                          \
        CUresult result = real.name arguments; \
        if (!result)                           \
            review();                          \
        return result;                         \
    }
WAIT(cuCtxSynchronize, (void), ())
WAIT(cuCtxSynchronize_v2, (CUcontext context), (context))
WAIT(cuStreamSynchronize, (CUstream stream), (stream))
WAIT(cuStreamSynchronize_ptsz, (CUstream stream), (stream))
WAIT(cuEventSynchronize, (CUevent event), (event))

void iq_device_memory_tell(void)
{
    char text[320];
    uint64_t made = __atomic_load_n(&guarded, __ATOMIC_RELAXED),
             failed = __atomic_load_n(&refused, __ATOMIC_RELAXED);
    if (!guard_one_in || !real.cuMemAlloc_v2)
        return;
    snprintf(
        text, sizeof text,
        "--device-guard: %llu of %llu allocations were guarded%s; their mappings took %llu MiB at most",
        (unsigned long long)made, (unsigned long long)allocations,
        failed ? ", the driver had no room for some" : "", (unsigned long long)(peak_bytes >> 20));
    iq_core_message(IQ_MESSAGE_INFO, text);
}

static void read_options(void)
{
    const char *guard = iq_guest_option("INQUEST_DEVICE_GUARD"),
               *canary = iq_guest_option("INQUEST_CANARY");
    canaries = canary && canary[0] && strcmp(canary, "0");
    if (guard && guard[0] && strcmp(guard, "0"))
        guard_one_in = !strncmp(guard, "1/", 2) ? strtoul(guard + 2, NULL, 10) : 1;
}

static bool can_guard(void)
{
    return real.cuMemAddressReserve && real.cuMemAddressFree && real.cuMemCreate &&
           real.cuMemRelease && real.cuMemMap && real.cuMemUnmap && real.cuMemSetAccess &&
           real.cuMemGetAllocationGranularity && real.cuDeviceTotalMem_v2;
}

void iq_device_memory_install(void)
{
    read_options();
    real = iq_real_cuda;
    if (guard_one_in && !can_guard()) {
        guard_one_in = 0;
        iq_core_message(
            IQ_MESSAGE_WARNING,
            "--device-guard: this driver has no virtual memory management, which CUDA 10.2 introduced");
    }
    if (!guard_one_in && !canaries)
        return;
    began_ns = iq_now_ns();
    iq_core_keep_launches();
    iq_core_expect_roomy_blocks();
#define INSTALL(name) (real.name ? (void)(iq_real_cuda.name = device_##name) : (void)0)
    INSTALL(cuMemAlloc_v2);
    INSTALL(cuMemAllocPitch_v2);
    INSTALL(cuMemFree_v2);
    INSTALL(cuMemFreeAsync);
    INSTALL(cuMemFreeAsync_ptsz);
    INSTALL(cuMemGetAddressRange_v2);
    INSTALL(cuPointerGetAttribute);
    INSTALL(cuPointerGetAttributes);
    INSTALL(cuIpcGetMemHandle);
    INSTALL(cuCtxEnablePeerAccess);
    INSTALL(cuCtxDestroy_v2);
    INSTALL(cuDevicePrimaryCtxReset_v2);
    INSTALL(cuDevicePrimaryCtxRelease_v2);
    INSTALL(cuCtxSynchronize);
    INSTALL(cuCtxSynchronize_v2);
    INSTALL(cuStreamSynchronize);
    INSTALL(cuStreamSynchronize_ptsz);
    INSTALL(cuEventSynchronize);
}
