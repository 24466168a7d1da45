/* Driver API: allocation, pinned and registered host memory, managed memory. */
#include <string.h>

#include "softdev/capture.h"
#include "softdev/memory.h"
#include "softdev/pool.h"

/* Programs have no memory from here on. */
#define USER_END ((uint64_t)1 << 48)

static CUresult allocate(CUdeviceptr *address, size_t bytes)
{
    struct iq_ctx *ctx;
    struct iq_alloc *alloc;
    CUresult r = iq_enter(&ctx);
    if (!r && (!address || !bytes))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_capture_check_unsafe();
    if (!r)
        r = iq_memory_take(ctx, IQ_ALLOC_DEVICE, bytes, &alloc);
    if (!r)
        *address = alloc->base;
    return iq_leave(r);
}

DRIVER(cuMemAlloc_v2, (CUdeviceptr * address, size_t bytes)) { return allocate(address, bytes); }

DRIVER(cuMemAllocPitch_v2,
       (CUdeviceptr * address, size_t *pitch, size_t width, size_t height, unsigned element))
{
    if (iq_is_uninitialised())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!address || !pitch || !width || !height ||
        (element != 4 && element != 8 && element != 16) || width > SIZE_MAX - 511)
        return CUDA_ERROR_INVALID_VALUE;
    size_t row = (width + 511) & ~(size_t)511;
    if (height > SIZE_MAX / row)
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult r = allocate(address, row * height);
    if (!r)
        *pitch = row;
    return r;
}

/* The pointer is judged before the context is, and memory of any context may be freed. */
DRIVER(cuMemFree_v2, (CUdeviceptr address))
{
    CUresult r = iq_enter_plain();
    struct iq_ctx *current = r ? NULL : iq_ctx_current();
    if (!r && current && !current->destroyed)
        r = (CUresult)atomic_load(&current->sticky);
    if (r || !address)
        return iq_leave(r);
    struct iq_alloc *alloc = iq_alloc_find(address);
    if (!alloc || alloc->base != address ||
        (alloc->kind != IQ_ALLOC_DEVICE && alloc->kind != IQ_ALLOC_MANAGED && !alloc->pool))
        return iq_leave(CUDA_ERROR_INVALID_VALUE);
    r = iq_capture_check_unsafe();
    if (!r)
        r = iq_ctx_drain(alloc->ctx);
    alloc = iq_alloc_find(address); /* another thread may have been faster */
    if (!r && (!alloc || alloc->base != address))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r && alloc->of_graph)
        return iq_leave(iq_pool_rest(alloc));
    if (!r)
        iq_memory_give(alloc);
    return iq_leave(r);
}

DRIVER(cuMemGetInfo_v2, (size_t * free, size_t *total))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    if (!r && free)
        *free = iq_soft.memory_bytes - iq_arena_used(ctx->device);
    if (!r && total)
        *total = iq_soft.memory_bytes;
    return iq_leave(r);
}

DRIVER(cuMemGetAddressRange_v2, (CUdeviceptr * base, size_t *size, CUdeviceptr address))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    struct iq_alloc *alloc = r ? NULL : iq_alloc_find(address);
    if (!r && (!alloc || alloc->kind == IQ_ALLOC_INTERNAL || alloc->kind == IQ_ALLOC_RESERVED))
        r = CUDA_ERROR_NOT_FOUND;
    if (!r && base)
        *base = alloc->base;
    if (!r && size)
        *size = alloc->size;
    return iq_leave(r);
}

/* ---- host memory ---- */

static CUresult allocate_host(void **at, size_t bytes, unsigned flags)
{
    struct iq_ctx *ctx;
    struct iq_alloc *alloc;
    CUresult r = iq_enter(&ctx);
    if (!r && (!at || flags & ~7u))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_capture_check_unsafe();
    if (!r && !bytes) {
        *at = NULL;
        return iq_leave(CUDA_SUCCESS);
    }
    if (!r)
        r = iq_memory_take_host(ctx, IQ_ALLOC_HOST, bytes, flags, &alloc);
    if (!r)
        *at = (void *)(uintptr_t)alloc->base;
    return iq_leave(r);
}

DRIVER(cuMemHostAlloc, (void **at, size_t bytes, unsigned flags))
{
    return allocate_host(at, bytes, flags);
}
DRIVER(cuMemAllocHost_v2, (void **at, size_t bytes)) { return allocate_host(at, bytes, 0); }

static CUresult give_host(void *at, enum iq_alloc_kind kind, CUresult unknown)
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    uint64_t address = (uint64_t)(uintptr_t)at;
    struct iq_alloc *alloc = r ? NULL : iq_alloc_find(address);
    if (!r && !alloc)
        r = unknown;
    if (!r && (alloc->kind != kind || alloc->base != address))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_capture_check_unsafe();
    if (!r)
        iq_ctx_drain_all();
    if (!r && (alloc = iq_alloc_find(address)))
        iq_memory_give(alloc);
    return iq_leave(r);
}

DRIVER(cuMemFreeHost, (void *at))
{
    struct iq_ctx *ctx;
    if (!at)
        return iq_leave(iq_enter(&ctx));
    return give_host(at, IQ_ALLOC_HOST, CUDA_ERROR_INVALID_VALUE);
}

DRIVER(cuMemHostRegister_v2, (void *at, size_t bytes, unsigned flags))
{
    struct iq_ctx *ctx;
    uint64_t address = (uint64_t)(uintptr_t)at;
    CUresult r = iq_enter(&ctx);
    if (!r && (!at || !bytes || flags & ~15u || address + bytes < address))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r && flags & CU_MEMHOSTREGISTER_IOMEMORY)
        r = CUDA_ERROR_NOT_PERMITTED;
    if (!r && address + bytes > USER_END)
        r = CUDA_ERROR_NOT_SUPPORTED;
    struct iq_alloc *other = r ? NULL : iq_alloc_find(address);
    if (!r && !other && (other = iq_alloc_above(address)) && other->base >= address + bytes)
        other = NULL;
    if (!r && other)
        r = other->kind == IQ_ALLOC_REGISTERED ? CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED
                                               : CUDA_ERROR_INVALID_VALUE;
    if (!r && (iq_arena_device(address) || !iq_host_is_mapped(at, bytes)))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_capture_check_unsafe();
    if (!r) {
        other = iq_alloc_add(IQ_ALLOC_REGISTERED, address, bytes, ctx, 0);
        r = other ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (!r) {
        other->device = NULL;
        other->flags = flags;
        other->writable = !(flags & CU_MEMHOSTREGISTER_READ_ONLY);
    }
    return iq_leave(r);
}
DRIVER(cuMemHostRegister, (void *at, size_t bytes, unsigned flags))
{
    return cuMemHostRegister_v2(at, bytes, flags);
}

DRIVER(cuMemHostUnregister, (void *at))
{
    if (!at && !iq_is_uninitialised())
        return CUDA_ERROR_INVALID_VALUE;
    return give_host(at, IQ_ALLOC_REGISTERED, CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
}

DRIVER(cuMemHostGetDevicePointer_v2, (CUdeviceptr * address, void *at, unsigned flags))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    const struct iq_alloc *alloc = r ? NULL : iq_alloc_find((uint64_t)(uintptr_t)at);
    if (!r && (!address || flags || !alloc ||
               !(iq_alloc_is_host(alloc) || alloc->kind == IQ_ALLOC_MANAGED)))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *address = (CUdeviceptr)(uintptr_t)at;
    return iq_leave(r);
}

/* Pinned memory is always portable and mapped with unified addressing. */
DRIVER(cuMemHostGetFlags, (unsigned *flags, void *at))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    const struct iq_alloc *alloc = r ? NULL : iq_alloc_find((uint64_t)(uintptr_t)at);
    if (!r && (!flags || !alloc || !iq_alloc_is_host(alloc)))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *flags = alloc->flags | CU_MEMHOSTALLOC_DEVICEMAP;
    return iq_leave(r);
}

/* ---- managed memory ---- */

DRIVER(cuMemAllocManaged, (CUdeviceptr * address, size_t bytes, unsigned flags))
{
    struct iq_ctx *ctx;
    struct iq_alloc *alloc;
    CUresult r = iq_enter(&ctx);
    if (!r &&
        (!address || !bytes || (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST)))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_capture_check_unsafe();
    if (!r)
        r = iq_memory_take_host(ctx, IQ_ALLOC_MANAGED, bytes, flags, &alloc);
    if (!r) {
        alloc->preferred = alloc->prefetched = CU_DEVICE_INVALID;
        *address = alloc->base;
    }
    return iq_leave(r);
}

static CUresult managed_range(CUdeviceptr address, size_t bytes, struct iq_alloc **alloc)
{
    *alloc = iq_alloc_find(address);
    if (!bytes || !*alloc || !iq_alloc_holds(*alloc, address, bytes) ||
        (*alloc)->kind != IQ_ALLOC_MANAGED)
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

static CUresult location_id(const CUmemLocation *location, int *id)
{
    struct iq_device *device;
    *id = location->id;
    if (location->type == CU_MEM_LOCATION_TYPE_DEVICE)
        return location->id == CU_DEVICE_CPU ? CUDA_SUCCESS : iq_device_get(location->id, &device);
    *id = CU_DEVICE_CPU;
    return location->type == CU_MEM_LOCATION_TYPE_HOST ||
                   location->type == CU_MEM_LOCATION_TYPE_HOST_NUMA ||
                   location->type == CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

/* Can [device] (CU_DEVICE_CPU: the host itself) use managed memory while the host does? */
static bool shares_managed(int device) { return device < 0 || !iq_soft.integrated; }

DRIVER(cuMemAdvise_v2,
       (CUdeviceptr address, size_t bytes, CUmem_advise advice, CUmemLocation location))
{
    struct iq_ctx *ctx;
    struct iq_alloc *alloc;
    int id = CU_DEVICE_CPU;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = managed_range(address, bytes, &alloc);
    if (!r &&
        (advice == CU_MEM_ADVISE_SET_PREFERRED_LOCATION || advice >= CU_MEM_ADVISE_SET_ACCESSED_BY))
        r = location_id(&location, &id);
    if (!r && !shares_managed(id))
        r = CUDA_ERROR_INVALID_DEVICE;
    if (r)
        return iq_leave(r);
    switch ((int)advice) {
    case CU_MEM_ADVISE_SET_READ_MOSTLY: alloc->read_mostly = 1; break;
    case CU_MEM_ADVISE_UNSET_READ_MOSTLY: alloc->read_mostly = 0; break;
    case CU_MEM_ADVISE_SET_PREFERRED_LOCATION: alloc->preferred = id; break;
    case CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION: alloc->preferred = CU_DEVICE_INVALID; break;
    case CU_MEM_ADVISE_SET_ACCESSED_BY: alloc->accessed_by |= id >= 0 ? 1u << id : 0; break;
    case CU_MEM_ADVISE_UNSET_ACCESSED_BY: alloc->accessed_by &= id >= 0 ? ~(1u << id) : ~0u; break;
    default: r = CUDA_ERROR_INVALID_VALUE;
    }
    return iq_leave(r);
}

static CUmemLocation location_of(CUdevice device)
{
    return (CUmemLocation){ device == CU_DEVICE_CPU ? CU_MEM_LOCATION_TYPE_HOST
                                                    : CU_MEM_LOCATION_TYPE_DEVICE,
                            device };
}

DRIVER(cuMemAdvise, (CUdeviceptr address, size_t bytes, CUmem_advise advice, CUdevice device))
{
    return cuMemAdvise_v2(address, bytes, advice, location_of(device));
}

static CUresult prefetch(CUdeviceptr address, size_t bytes, CUmemLocation location, unsigned flags,
                         CUstream handle)
{
    struct iq_ctx *ctx;
    struct iq_alloc *alloc;
    struct iq_stream *stream;
    int id;
    CUresult r = iq_enter(&ctx);
    if (!r && flags)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = managed_range(address, bytes, &alloc);
    if (!r)
        r = location_id(&location, &id);
    if (!r)
        r = iq_stream_get(handle, ctx, &stream);
    if (!r && !shares_managed(0)) /* wherever to: the stream's device counts, too */
        r = CUDA_ERROR_INVALID_DEVICE;
    if (!r)
        alloc->prefetched = id;
    return iq_leave(r ? r : iq_stream_enqueue(stream, NULL));
}

DRIVER(cuMemPrefetchAsync_v2,
       (CUdeviceptr address, size_t bytes, CUmemLocation location, unsigned flags, CUstream stream))
{
    return prefetch(address, bytes, location, flags, stream);
}
DRIVER(cuMemPrefetchAsync_v2_ptsz,
       (CUdeviceptr address, size_t bytes, CUmemLocation location, unsigned flags, CUstream stream))
{
    return prefetch(address, bytes, location, flags, iq_per_thread(stream));
}
DRIVER(cuMemPrefetchAsync, (CUdeviceptr address, size_t bytes, CUdevice device, CUstream stream))
{
    return prefetch(address, bytes, location_of(device), 0, stream);
}
DRIVER(cuMemPrefetchAsync_ptsz,
       (CUdeviceptr address, size_t bytes, CUdevice device, CUstream stream))
{
    return prefetch(address, bytes, location_of(device), 0, iq_per_thread(stream));
}

DRIVER(cuMemRangeGetAttribute, (void *data, size_t size, CUmem_range_attribute attribute,
                                CUdeviceptr address, size_t bytes))
{
    struct iq_ctx *ctx;
    struct iq_alloc *alloc;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = data && size && size % 4 == 0 ? managed_range(address, bytes, &alloc)
                                          : CUDA_ERROR_INVALID_VALUE;
    if (r)
        return iq_leave(r);
    int *out = data;
    switch ((int)attribute) {
    case CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY: *out = alloc->read_mostly; break;
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION:
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID: *out = alloc->preferred; break;
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION:
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID: *out = alloc->prefetched; break;
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE:
        *out = alloc->preferred == CU_DEVICE_INVALID ? 0 : (int)location_of(alloc->preferred).type;
        break;
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE:
        *out =
            alloc->prefetched == CU_DEVICE_INVALID ? 0 : (int)location_of(alloc->prefetched).type;
        break;
    case CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY:
        for (size_t i = 0, device = 0; i < size / 4; i++) {
            while (device < 32 && !(alloc->accessed_by >> device & 1))
                device++;
            out[i] = device < 32 ? (int)device++ : CU_DEVICE_INVALID;
        }
        break;
    default: r = CUDA_ERROR_INVALID_VALUE;
    }
    return iq_leave(r);
}

DRIVER(cuMemRangeGetAttributes, (void **data, size_t *sizes, CUmem_range_attribute *attributes,
                                 size_t count, CUdeviceptr address, size_t bytes))
{
    CUresult r = data && sizes && attributes && count ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count && !r; i++)
        r = cuMemRangeGetAttribute(data[i], sizes[i], attributes[i], address, bytes);
    return r;
}

static CUresult attach(CUstream handle, CUdeviceptr address, size_t bytes, unsigned flags)
{
    struct iq_ctx *ctx;
    struct iq_stream *stream;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = iq_stream_get(handle, ctx, &stream);
    const struct iq_alloc *alloc = r ? NULL : iq_alloc_find(address);
    if (!r && (!alloc || alloc->kind != IQ_ALLOC_MANAGED ||
               (flags != 1 && flags != 2 && flags != 4) || (bytes && bytes != alloc->size) ||
               (flags == CU_MEM_ATTACH_SINGLE && (!handle || handle == CU_STREAM_LEGACY))))
        r = CUDA_ERROR_INVALID_VALUE;
    return iq_leave(r ? r : iq_stream_enqueue(stream, NULL));
}
DRIVER(cuStreamAttachMemAsync,
       (CUstream stream, CUdeviceptr address, size_t length, unsigned flags))
{
    return attach(stream, address, length, flags);
}
DRIVER(cuStreamAttachMemAsync_ptsz,
       (CUstream stream, CUdeviceptr address, size_t length, unsigned flags))
{
    return attach(iq_per_thread(stream), address, length, flags);
}
