/* Stream-ordered allocation: pools, cuMemAllocAsync and cuMemFreeAsync. */
#include "softdev/pool.h"

#include <string.h>
#include <unistd.h>

#include "softdev/capture.h"
#include "softdev/graph.h"
#include "softdev/memory.h"
#include "softdev/share.h"

static void pool_finish(struct iq_obj *obj)
{
    if (((struct iq_pool *)obj)->file)
        close(((struct iq_pool *)obj)->file);
}

static struct iq_pool *pool_new(struct iq_device *device)
{
    struct iq_pool *pool = iq_obj_new(IQ_OBJ_POOL, sizeof *pool);
    if (!pool)
        return NULL;
    pool->obj.finish = pool_finish;
    pool->device = device;
    pool->props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    pool->props.location = (CUmemLocation){ CU_MEM_LOCATION_TYPE_DEVICE, device->ordinal };
    pool->reuse_events = pool->reuse_opportunistic = pool->reuse_internal = 1;
    pool->access[device->ordinal] = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    return pool;
}

CUresult iq_pool_create_default(struct iq_device *device)
{
    if (device->default_pool)
        return CUDA_SUCCESS;
    device->default_pool = device->current_pool = pool_new(device);
    if (!device->default_pool)
        return CUDA_ERROR_OUT_OF_MEMORY;
    device->default_pool->is_default = true;
    return CUDA_SUCCESS;
}

CUresult iq_pool_get(CUmemoryPool handle, struct iq_pool **pool)
{
    CUresult why;
    *pool = iq_obj_get(handle, IQ_OBJ_POOL, &why);
    return *pool ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

void iq_pool_returned(struct iq_pool *pool, size_t span)
{
    if (!pool)
        return;
    pool->used -= span;
    iq_obj_unref(pool);
}

/* A file of its own in which the pool's name stands. */
static CUresult make_file(struct iq_pool *pool)
{
    struct iq_share_name name = { .device = (uint8_t)pool->device->ordinal };
    int fd = iq_share_file(sizeof name);
    if (fd < 0)
        return CUDA_ERROR_OUT_OF_MEMORY;
    iq_share_seal(&name, IQ_SHARE_POOL, fd);
    pool->file = fd;
    pool->inode = name.inode;
    return pwrite(fd, &name, sizeof name, 0) == sizeof name ? CUDA_SUCCESS
                                                            : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult iq_pool_import(struct iq_device *device, uint64_t inode, struct iq_pool **pool)
{
    *pool = pool_new(device);
    if (!*pool)
        return CUDA_ERROR_OUT_OF_MEMORY;
    (*pool)->imported = true;
    (*pool)->inode = inode;
    return CUDA_SUCCESS;
}

void iq_pool_adopt(struct iq_pool *pool, struct iq_alloc *alloc)
{
    alloc->pool = pool;
    for (int i = 0; i < iq_soft.device_count; i++)
        if (pool->access[i])
            alloc->accessed_by |= 1u << i;
    iq_obj_ref(pool);
    pool->used += alloc->span;
    if (pool->used > pool->used_high)
        pool->used_high = pool->used;
}

/* What may be exported has chunks of its own, in a memory file from the start: nothing has to wait
 * for that. */
static CUresult take(const struct iq_pool *pool, struct iq_ctx *owner, size_t bytes,
                     struct iq_alloc **alloc)
{
    if (!pool->file)
        return iq_memory_take(owner, IQ_ALLOC_POOL, bytes, alloc);
    CUresult r = iq_memory_take(owner, IQ_ALLOC_POOL, bytes < IQ_CHUNK ? IQ_CHUNK : bytes, alloc);
    if (r)
        return r;
    (*alloc)->size = bytes;
    r = iq_arena_share(owner->device, (*alloc)->base, (*alloc)->span);
    if (r)
        iq_memory_give(*alloc);
    return r;
}

CUresult iq_pool_allocate(struct iq_pool *pool, struct iq_stream *stream, size_t bytes,
                          CUdeviceptr *address)
{
    struct iq_ctx *ctx = stream->ctx, *owner = ctx;
    struct iq_alloc *alloc;
    if (!pool)
        pool = ctx->device->current_pool;
    if (pool->device != ctx->device)
        owner = pool->device->primary;
    if (pool->props.maxSize && pool->used + bytes > pool->props.maxSize)
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult r = owner->destroyed || pool->imported ? CUDA_ERROR_INVALID_VALUE
                                                    : take(pool, owner, bytes, &alloc);
    if (r)
        return r;
    iq_pool_adopt(pool, alloc);
    *address = alloc->base;
    return CUDA_SUCCESS;
}

/* Addresses of graphs are theirs for ever. */
CUresult iq_pool_rest(struct iq_alloc *alloc)
{
    bool twice = alloc->resting;
    alloc->resting = true;
    return twice ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult iq_pool_allocate_node(struct iq_pool *pool, struct iq_stream *stream, size_t bytes,
                               CUdeviceptr *address)
{
    CUresult r = iq_pool_allocate(pool, stream, bytes, address);
    struct iq_alloc *alloc = r ? NULL : iq_alloc_find(*address);
    if (alloc)
        alloc->of_graph = alloc->resting = true;
    return r;
}

CUresult iq_pool_free(CUdeviceptr address, struct iq_stream *stream)
{
    struct iq_alloc *alloc = iq_alloc_find(address);
    struct iq_work work = { .kind = IQ_WORK_RELEASE };
    if (!alloc || alloc->base != address || (!alloc->pool && alloc->kind != IQ_ALLOC_DEVICE))
        return CUDA_ERROR_INVALID_VALUE;
    if (alloc->of_graph)
        return iq_pool_rest(alloc);
    work.u.release.alloc = alloc;
    CUresult r = iq_stream_enqueue(stream, &work);
    if (!r)
        iq_alloc_mark_dying(alloc);
    return r;
}

/* ---- API ---- */

static CUresult alloc_async(CUdeviceptr *address, size_t bytes, CUmemoryPool pool_handle,
                            bool with_pool, CUstream handle)
{
    struct iq_ctx *ctx;
    struct iq_stream *stream;
    struct iq_pool *pool = NULL;
    CUresult r = iq_enter(&ctx);
    if (!r && !address)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r && with_pool)
        r = iq_pool_get(pool_handle, &pool);
    if (!r)
        r = iq_stream_get(handle, ctx, &stream);
    if (!r && !bytes) {
        *address = 0;
        return iq_leave(CUDA_SUCCESS);
    }
    if (!r)
        r = iq_capture_check_implicit(stream);
    if (!r)
        r = (stream->capture ? iq_pool_allocate_node : iq_pool_allocate)(pool, stream, bytes,
                                                                         address);
    if (!r && stream->capture) {
        struct iq_soft_node *node;
        r = iq_graph_add(stream->capture->graph, CU_GRAPH_NODE_TYPE_MEM_ALLOC,
                         stream->capture_nodes, stream->capture_node_count, &node);
        if (!r) {
            node->address = *address;
            node->params.alloc.bytesize = bytes;
            node->params.alloc.dptr = *address;
            node->params.alloc.poolProps.location =
                (CUmemLocation){ CU_MEM_LOCATION_TYPE_DEVICE, ctx->device->ordinal };
            r = iq_capture_append(stream, node);
        }
    }
    return iq_leave(r);
}

static CUresult free_async(CUdeviceptr address, CUstream handle)
{
    struct iq_ctx *ctx;
    struct iq_stream *stream;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = iq_stream_get(handle, ctx, &stream);
    if (!r && !address)
        return iq_leave(CUDA_SUCCESS);
    if (!r)
        r = iq_capture_check_implicit(stream);
    if (!r && stream->capture) {
        struct iq_soft_node *node;
        struct iq_alloc *alloc = iq_alloc_find(address);
        if (!alloc || !alloc->of_graph || alloc->base != address ||
            iq_graph_frees(stream->capture->graph, address))
            r = CUDA_ERROR_INVALID_VALUE;
        if (!r)
            r = iq_graph_add(stream->capture->graph, CU_GRAPH_NODE_TYPE_MEM_FREE,
                             stream->capture_nodes, stream->capture_node_count, &node);
        if (!r) {
            node->address = node->params.free.dptr = address;
            r = iq_capture_append(stream, node);
        }
        return iq_leave(r);
    }
    return iq_leave(r ? r : iq_pool_free(address, stream));
}

DRIVER(cuMemAllocAsync, (CUdeviceptr * address, size_t bytes, CUstream stream))
{
    return alloc_async(address, bytes, NULL, false, stream);
}
DRIVER(cuMemAllocAsync_ptsz, (CUdeviceptr * address, size_t bytes, CUstream stream))
{
    return alloc_async(address, bytes, NULL, false, iq_per_thread(stream));
}
DRIVER(cuMemAllocFromPoolAsync,
       (CUdeviceptr * address, size_t bytes, CUmemoryPool pool, CUstream stream))
{
    return alloc_async(address, bytes, pool, true, stream);
}
DRIVER(cuMemAllocFromPoolAsync_ptsz,
       (CUdeviceptr * address, size_t bytes, CUmemoryPool pool, CUstream stream))
{
    return alloc_async(address, bytes, pool, true, iq_per_thread(stream));
}
DRIVER(cuMemFreeAsync, (CUdeviceptr address, CUstream stream))
{
    return free_async(address, stream);
}
DRIVER(cuMemFreeAsync_ptsz, (CUdeviceptr address, CUstream stream))
{
    return free_async(address, iq_per_thread(stream));
}

DRIVER(cuMemPoolCreate, (CUmemoryPool * made, const CUmemPoolProps *props))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r && (!made || !props || props->allocType != CU_MEM_ALLOCATION_TYPE_PINNED))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r && props->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
        r = CUDA_ERROR_NOT_SUPPORTED;
    if (!r)
        r = iq_device_get(props->location.id, &device) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
    if (!r && props->handleTypes & ~(unsigned)CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        r = CUDA_ERROR_NOT_SUPPORTED;
    struct iq_pool *pool = r ? NULL : pool_new(device);
    if (!r && !pool)
        r = CUDA_ERROR_OUT_OF_MEMORY;
    if (!r && props->handleTypes)
        r = make_file(pool);
    if (r && pool)
        iq_obj_kill(pool, false);
    if (!r) {
        pool->props = *props;
        *made = iq_obj_handle(pool);
    }
    return iq_leave(r);
}

DRIVER(cuMemPoolDestroy, (CUmemoryPool handle))
{
    struct iq_pool *pool;
    CUresult r = iq_enter_plain();
    if (!r)
        r = iq_pool_get(handle, &pool);
    if (!r && pool->is_default)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r) {
        if (pool->device->current_pool == pool)
            pool->device->current_pool = pool->device->default_pool;
        iq_obj_kill(pool, false);
    }
    return iq_leave(r);
}

DRIVER(cuMemPoolTrimTo, (CUmemoryPool handle, size_t keep))
{
    struct iq_pool *pool;
    CUresult r = iq_enter_plain();
    (void)keep;
    if (!r)
        r = iq_pool_get(handle, &pool);
    return iq_leave(r);
}

DRIVER(cuMemPoolGetAttribute, (CUmemoryPool handle, CUmemPool_attribute attribute, void *value))
{
    struct iq_pool *pool;
    CUresult r = iq_enter_plain();
    if (!r)
        r = value ? iq_pool_get(handle, &pool) : CUDA_ERROR_INVALID_VALUE;
    if (r)
        return iq_leave(r);
    switch ((int)attribute) {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES: *(int *)value = pool->reuse_events; break;
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
        *(int *)value = pool->reuse_opportunistic;
        break;
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
        *(int *)value = pool->reuse_internal;
        break;
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD: *(cuuint64_t *)value = pool->release_threshold; break;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT:
    case CU_MEMPOOL_ATTR_USED_MEM_CURRENT: *(cuuint64_t *)value = pool->used; break;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH: *(cuuint64_t *)value = pool->used_high; break;
    default: r = CUDA_ERROR_INVALID_VALUE;
    }
    return iq_leave(r);
}

DRIVER(cuMemPoolSetAttribute, (CUmemoryPool handle, CUmemPool_attribute attribute, void *value))
{
    struct iq_pool *pool;
    CUresult r = iq_enter_plain();
    if (!r)
        r = value ? iq_pool_get(handle, &pool) : CUDA_ERROR_INVALID_VALUE;
    if (r)
        return iq_leave(r);
    switch ((int)attribute) {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES: pool->reuse_events = *(int *)value; break;
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
        pool->reuse_opportunistic = *(int *)value;
        break;
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
        pool->reuse_internal = *(int *)value;
        break;
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD: pool->release_threshold = *(cuuint64_t *)value; break;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
        r = *(cuuint64_t *)value ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
        pool->used_high = r ? pool->used_high : pool->used;
        break;
    default: r = CUDA_ERROR_INVALID_VALUE;
    }
    return iq_leave(r);
}

DRIVER(cuMemPoolSetAccess, (CUmemoryPool handle, const CUmemAccessDesc *map, size_t count))
{
    struct iq_pool *pool;
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = map || !count ? iq_pool_get(handle, &pool) : CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count && !r; i++) {
        r = map[i].location.type == CU_MEM_LOCATION_TYPE_DEVICE
                ? iq_device_get(map[i].location.id, &device)
                : CUDA_ERROR_INVALID_VALUE;
        if (!r && map[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READ)
            r = CUDA_ERROR_NOT_SUPPORTED; /* all or nothing */
        if (!r && device == pool->device && map[i].flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
            r = CUDA_ERROR_INVALID_DEVICE;
        if (!r)
            pool->access[device->ordinal] = map[i].flags;
    }
    return iq_leave(r);
}

DRIVER(cuMemPoolGetAccess,
       (CUmemAccess_flags * flags, CUmemoryPool handle, CUmemLocation *location))
{
    struct iq_pool *pool;
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = flags && location ? iq_pool_get(handle, &pool) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = location->type == CU_MEM_LOCATION_TYPE_DEVICE ? iq_device_get(location->id, &device)
                                                          : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *flags = pool->access[device->ordinal];
    return iq_leave(r);
}

static CUresult device_pool(CUmemoryPool *pool, CUdevice ordinal, bool current)
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = pool ? iq_device_get(ordinal, &device) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *pool = iq_obj_handle(current ? device->current_pool : device->default_pool);
    return iq_leave(r);
}
DRIVER(cuDeviceGetDefaultMemPool, (CUmemoryPool * pool, CUdevice device))
{
    return device_pool(pool, device, false);
}
DRIVER(cuDeviceGetMemPool, (CUmemoryPool * pool, CUdevice device))
{
    return device_pool(pool, device, true);
}

DRIVER(cuDeviceSetMemPool, (CUdevice ordinal, CUmemoryPool handle))
{
    struct iq_device *device;
    struct iq_pool *pool;
    CUresult r = iq_enter_plain();
    if (!r)
        r = iq_device_get(ordinal, &device);
    if (!r)
        r = iq_pool_get(handle, &pool);
    if (!r && pool->imported)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r && pool->device != device)
        r = CUDA_ERROR_INVALID_DEVICE;
    if (!r)
        device->current_pool = pool;
    return iq_leave(r);
}

static CUresult location_pool(CUmemoryPool *pool, const CUmemLocation *location,
                              CUmemAllocationType type, bool current)
{
    if (!pool || !location || type != CU_MEM_ALLOCATION_TYPE_PINNED)
        return CUDA_ERROR_INVALID_VALUE;
    return location->type == CU_MEM_LOCATION_TYPE_DEVICE ? device_pool(pool, location->id, current)
                                                         : CUDA_ERROR_NOT_SUPPORTED;
}
DRIVER(cuMemGetDefaultMemPool,
       (CUmemoryPool * pool, CUmemLocation *location, CUmemAllocationType type))
{
    return location_pool(pool, location, type, false);
}
DRIVER(cuMemGetMemPool, (CUmemoryPool * pool, CUmemLocation *location, CUmemAllocationType type))
{
    return location_pool(pool, location, type, true);
}
DRIVER(cuMemSetMemPool, (CUmemLocation * location, CUmemAllocationType type, CUmemoryPool pool))
{
    if (!location || type != CU_MEM_ALLOCATION_TYPE_PINNED ||
        location->type != CU_MEM_LOCATION_TYPE_DEVICE)
        return CUDA_ERROR_INVALID_VALUE;
    return cuDeviceSetMemPool(location->id, pool);
}
