/* Runtime API: managed memory hints.  Form of a row: api/roles.h. */
API(8000, FX(managed) FLOW(later) OP(advise)) cudaError_t cudaMemAdvise(RD(ANY, count) const void *devPtr, SIZE UNIT(1) size_t count, enum cudaMemoryAdvise advice,
    struct cudaMemLocation location);
API(8000, FX(managed) UNTIL(12999) FLOW(later) OP(advise)) cudaError_t cudaMemAdvise_abi12(RD(ANY, count) const void *devPtr, SIZE UNIT(1) size_t count, enum cudaMemoryAdvise advice,
    DEVICE int device);
API(12000, FX(managed) UNTIL(12999) FLOW(later) OP(advise)) cudaError_t cudaMemAdvise_v2(RD(ANY, count) const void *devPtr, SIZE UNIT(1) size_t count, enum cudaMemoryAdvise advice,
    struct cudaMemLocation location);
API(13000, ASYNC PTSZ) cudaError_t cudaMemDiscardAndPrefetchBatchAsync(PARAMS void **dptrs, PARAMS size_t *sizes, COUNT UNIT(1) size_t count,
    PARAMS struct cudaMemLocation *prefetchLocs, PARAMS size_t *prefetchLocIdxs, COUNT size_t numPrefetchLocs, FLAGS(none) unsigned long long flags,
    cudaStream_t stream);
API(13000, ASYNC PTSZ) cudaError_t cudaMemDiscardBatchAsync(PARAMS void **dptrs, PARAMS size_t *sizes, COUNT UNIT(1) size_t count, FLAGS(none) unsigned long long flags,
    cudaStream_t stream);
API(8000, ASYNC FX(managed) PTSZ FLOW(work) OP(prefetch)) cudaError_t cudaMemPrefetchAsync(RD(ANY, count) const void *devPtr, SIZE UNIT(1) size_t count, struct cudaMemLocation location,
    FLAGS(none) unsigned int flags, cudaStream_t stream);
API(8000, ASYNC FX(managed) PTSZ UNTIL(12999) FLOW(work) OP(prefetch)) cudaError_t cudaMemPrefetchAsync_abi12(RD(ANY, count) const void *devPtr, SIZE UNIT(1) size_t count,
    DEVICE int dstDevice, cudaStream_t stream);
API(12000, ASYNC FX(managed) PTSZ UNTIL(12999) FLOW(work) OP(prefetch)) cudaError_t cudaMemPrefetchAsync_v2(RD(ANY, count) const void *devPtr, SIZE UNIT(1) size_t count,
    struct cudaMemLocation location, FLAGS(none) unsigned int flags, cudaStream_t stream);
API(13000, ASYNC PTSZ) cudaError_t cudaMemPrefetchBatchAsync(PARAMS void **dptrs, PARAMS size_t *sizes, COUNT UNIT(1) size_t count,
    PARAMS struct cudaMemLocation *prefetchLocs, PARAMS size_t *prefetchLocIdxs, COUNT size_t numPrefetchLocs, FLAGS(none) unsigned long long flags,
    cudaStream_t stream);
API(8000, QUERY) cudaError_t cudaMemRangeGetAttribute(OUT void *data, SIZE size_t dataSize, enum cudaMemRangeAttribute attribute,
    PTR const void *devPtr, SIZE size_t count);
API(8000, QUERY) cudaError_t cudaMemRangeGetAttributes(OUT void **data, PARAMS size_t *dataSizes, PARAMS enum cudaMemRangeAttribute *attributes,
    COUNT size_t numAttributes, PTR const void *devPtr, SIZE size_t count);
API(6000, ASYNC FX(managed) PTSZ) cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, PTR void *devPtr, SIZE size_t length,
    FLAGS(cudaMemAttachFlags) unsigned int flags);
