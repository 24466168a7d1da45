/* Batches of prefetches and discards: as many single ones.  What is discarded keeps its bytes here:
 * that is one of the values that it may have. */
#include "iq_cuda_protos.h"
#include "softdev/memory.h"
#include "softdev/stream.h"

struct prefetch_batch {
    CUdeviceptr *addresses;
    size_t *sizes, count;
    CUmemLocation *locations; /* NULL: nothing is prefetched */
    size_t *starts, location_count;
    unsigned long long flags;
};

static bool is_complete(const struct prefetch_batch *b, CUstream stream)
{
    bool lists =
        b->addresses && b->sizes && b->count && !b->flags && stream && stream != CU_STREAM_LEGACY;
    return lists && (!b->locations || (b->starts && b->location_count &&
                                       b->location_count <= b->count && !b->starts[0]));
}

/* Which location is for element [i]; *at is that of the element in front of it. */
static const CUmemLocation *location_of(const struct prefetch_batch *b, size_t i, size_t *at)
{
    while (*at + 1 < b->location_count && b->starts[*at + 1] <= i)
        ++*at;
    return &b->locations[*at];
}

static CUresult run(struct prefetch_batch b, CUstream stream)
{
    size_t at = 0;
    int mostly;
    if (!is_complete(&b, stream))
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < b.count; i++) {
        CUresult r = b.locations ? cuMemPrefetchAsync_v2(b.addresses[i], b.sizes[i],
                                                         *location_of(&b, i, &at), 0, stream)
                                 : cuMemRangeGetAttribute(&mostly, sizeof mostly,
                                                          CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY,
                                                          b.addresses[i], b.sizes[i]);
        if (r)
            return r;
    }
    return CUDA_SUCCESS;
}

#define PREFETCHES                                                                                 \
    CUdeviceptr *addresses, size_t *sizes, size_t count, CUmemLocation *locations, size_t *starts, \
        size_t location_count, unsigned long long flags, CUstream stream
#define PREFETCH_BATCH \
    ((struct prefetch_batch){ addresses, sizes, count, locations, starts, location_count, flags })

DRIVER(cuMemPrefetchBatchAsync, (PREFETCHES))
{
    return locations ? run(PREFETCH_BATCH, stream) : CUDA_ERROR_INVALID_VALUE;
}
DRIVER(cuMemPrefetchBatchAsync_ptsz, (PREFETCHES))
{
    return locations ? run(PREFETCH_BATCH, iq_per_thread(stream)) : CUDA_ERROR_INVALID_VALUE;
}
DRIVER(cuMemDiscardAndPrefetchBatchAsync, (PREFETCHES))
{
    return locations ? run(PREFETCH_BATCH, stream) : CUDA_ERROR_INVALID_VALUE;
}
DRIVER(cuMemDiscardAndPrefetchBatchAsync_ptsz, (PREFETCHES))
{
    return locations ? run(PREFETCH_BATCH, iq_per_thread(stream)) : CUDA_ERROR_INVALID_VALUE;
}

DRIVER(cuMemDiscardBatchAsync, (CUdeviceptr * addresses, size_t *sizes, size_t count,
                                unsigned long long flags, CUstream stream))
{
    return run(
        (struct prefetch_batch){
            .addresses = addresses, .sizes = sizes, .count = count, .flags = flags },
        stream);
}
DRIVER(cuMemDiscardBatchAsync_ptsz, (CUdeviceptr * addresses, size_t *sizes, size_t count,
                                     unsigned long long flags, CUstream stream))
{
    return cuMemDiscardBatchAsync(addresses, sizes, count, flags, iq_per_thread(stream));
}
