/* Whole allocations: memory taken, entered in the index; freed again alone or with their
 * context. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/page.h"
#include "softdev/memory.h"
#include "softdev/observer.h"
#include "softdev/pool.h"
#include "softdev/shadow.h"
#include "softdev/share.h"

CUresult iq_memory_take(struct iq_ctx *ctx, enum iq_alloc_kind kind, size_t bytes,
                        struct iq_alloc **alloc)
{
    uint64_t base;
    size_t span;
    /* Variables of a module keep a distance from everything: where an address comes from is not
     * always known. */
    size_t zone = kind == IQ_ALLOC_GLOBAL ? IQ_UNIT : 0;
    CUresult r =
        iq_arena_take(ctx->device, bytes + 2 * zone, kind == IQ_ALLOC_INTERNAL, &base, &span);
    if (r)
        return r;
    *alloc = iq_alloc_add(kind, base + zone, bytes, ctx, iq_arena_bias(ctx->device));
    if (!*alloc) {
        iq_arena_give(ctx->device, base, span);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    (*alloc)->span = span;
    (*alloc)->zone = zone;
    iq_shadow_begin(*alloc);
    return CUDA_SUCCESS;
}

static void *map_shared(size_t span, int file)
{
    return mmap(NULL, span, PROT_READ | PROT_WRITE, MAP_SHARED | (file < 0 ? MAP_ANONYMOUS : 0),
                file, 0);
}

/* [span] bytes at two addresses; MAP_FAILED: no memory, *again: at one only. */
static void *map_twice(size_t span, void **again)
{
    void *map = map_shared(span, -1);
    *again = map == MAP_FAILED ? MAP_FAILED : mremap(map, 0, span, MREMAP_MAYMOVE);
    if (map == MAP_FAILED || *again != MAP_FAILED)
        return map;
    /* an emulator: a file that has no name and lasts as long as its mappings, then */
    int file = iq_share_file(span);
    void *other = file < 0 ? MAP_FAILED : map_shared(span, file);
    if (other != MAP_FAILED) {
        munmap(map, span);
        map = other;
        *again = map_shared(span, file);
    }
    if (file >= 0)
        close(file);
    return map;
}

/* [span] bytes, twice if they are to be watched: *bias leads to the device's view of them.
 * MAP_FAILED: no memory. */
static void *map_host(enum iq_alloc_kind kind, size_t span, int64_t *bias)
{
    void *again = MAP_FAILED;
    bool watched = kind == IQ_ALLOC_MANAGED || kind == IQ_ALLOC_HOST;
    void *map = watched && iq_observer_is_set()
                    ? map_twice(span, &again)
                    : mmap(NULL, span, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *bias =
        again == MAP_FAILED ? 0 : (int64_t)((uint64_t)(uintptr_t)again - (uint64_t)(uintptr_t)map);
    return map;
}

static void unmap_host(uint64_t base, size_t span, int64_t bias)
{
    if (bias)
        munmap((void *)(uintptr_t)(base + (uint64_t)bias), span);
    munmap((void *)(uintptr_t)base, span);
}

/* Managed memory counts as device memory only for the limit: it may exceed it on hardware, so it is
 * not charged. */
CUresult iq_memory_take_host(struct iq_ctx *ctx, enum iq_alloc_kind kind, size_t bytes,
                             unsigned flags, struct iq_alloc **alloc)
{
    size_t span = iq_page_up(bytes ? bytes : 1);
    int64_t bias;
    if (span < bytes)
        return CUDA_ERROR_OUT_OF_MEMORY;
    long pages = sysconf(_SC_PHYS_PAGES);
    if (pages > 0 && span / iq_page_bytes > (size_t)pages)
        return CUDA_ERROR_OUT_OF_MEMORY;
    void *map = map_host(kind, span, &bias);
    if (map == MAP_FAILED)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *alloc = iq_alloc_add(kind, (uint64_t)(uintptr_t)map, bytes ? bytes : 1, ctx, bias);
    if (!*alloc) {
        unmap_host((uint64_t)(uintptr_t)map, span, bias);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    (*alloc)->host_span = span;
    if (bias && kind == IQ_ALLOC_MANAGED)
        iq_observer_managed((uint64_t)(uintptr_t)map, span, bias, true);
    (*alloc)->flags = flags;
    if (kind == IQ_ALLOC_HOST)
        (*alloc)->device = NULL;
    return CUDA_SUCCESS;
}

void iq_memory_give(struct iq_alloc *alloc)
{
    if (alloc->host_span && alloc->bias)
        iq_observer_managed(alloc->base, alloc->host_span, alloc->bias, false);
    if (alloc->host_span)
        unmap_host(alloc->base, alloc->host_span, alloc->bias);
    else if (alloc->kind == IQ_ALLOC_VMM)
        iq_arena_unmap_file(alloc->device, alloc->base, alloc->size);
    else if (alloc->kind == IQ_ALLOC_IMPORTED)
        iq_share_unmap(alloc);
    else if (alloc->kind == IQ_ALLOC_RESERVED)
        iq_arena_unreserve(alloc->device, alloc->base, alloc->size);
    else if (alloc->kind != IQ_ALLOC_REGISTERED)
        iq_arena_give(alloc->device, alloc->base - alloc->zone, alloc->span);
    if (alloc->pool)
        iq_pool_returned(alloc->pool, alloc->span);
    iq_alloc_remove(alloc);
}

/* VMM objects belong to the process, not to a context, and storage to its array. */
static void free_one(struct iq_alloc *alloc, void *user)
{
    if (alloc->ctx == user && alloc->kind != IQ_ALLOC_VMM && alloc->kind != IQ_ALLOC_RESERVED &&
        alloc->kind != IQ_ALLOC_ARRAY)
        iq_memory_give(alloc);
}

void iq_memory_free_all(struct iq_ctx *ctx) { iq_alloc_each(free_one, ctx); }
