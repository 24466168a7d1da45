/* Driver API: managed memory hints.  Form of a row: api/roles.h. */
API(8000, FX(managed) FLOW(later) OP(advise)) CUresult cuMemAdvise(RD(ANY, count) CUdeviceptr devPtr, SIZE UNIT(1) size_t count, CUmem_advise advice, CUdevice device);
API(12020, FX(managed) FLOW(later) OP(advise)) CUresult cuMemAdvise_v2(RD(ANY, count) CUdeviceptr devPtr, SIZE UNIT(1) size_t count, CUmem_advise advice, CUmemLocation location);
API(13000, ASYNC PTSZ) CUresult cuMemDiscardAndPrefetchBatchAsync(PARAMS CUdeviceptr *dptrs, PARAMS size_t *sizes, COUNT UNIT(1) size_t count,
    PARAMS CUmemLocation *prefetchLocs, PARAMS size_t *prefetchLocIdxs, COUNT size_t numPrefetchLocs, FLAGS(none) unsigned long long flags, CUstream hStream);
API(13000, ASYNC PTSZ) CUresult cuMemDiscardBatchAsync(PARAMS CUdeviceptr *dptrs, PARAMS size_t *sizes, COUNT UNIT(1) size_t count, FLAGS(none) unsigned long long flags,
    CUstream hStream);
API(8000, ASYNC FX(managed) PTSZ FLOW(work) OP(prefetch)) CUresult cuMemPrefetchAsync(RD(ANY, count) CUdeviceptr devPtr, SIZE UNIT(1) size_t count, CUdevice dstDevice, CUstream hStream);
API(12020, ASYNC FX(managed) PTSZ FLOW(work) OP(prefetch)) CUresult cuMemPrefetchAsync_v2(RD(ANY, count) CUdeviceptr devPtr, SIZE UNIT(1) size_t count, CUmemLocation location,
    FLAGS(none) unsigned int flags, CUstream hStream);
API(13000, ASYNC PTSZ) CUresult cuMemPrefetchBatchAsync(PARAMS CUdeviceptr *dptrs, PARAMS size_t *sizes, COUNT UNIT(1) size_t count,
    PARAMS CUmemLocation *prefetchLocs, PARAMS size_t *prefetchLocIdxs, COUNT size_t numPrefetchLocs, FLAGS(none) unsigned long long flags, CUstream hStream);
API(8000, QUERY) CUresult cuMemRangeGetAttribute(OUT void *data, SIZE size_t dataSize, CUmem_range_attribute attribute, PTR CUdeviceptr devPtr,
    SIZE size_t count);
API(8000, QUERY) CUresult cuMemRangeGetAttributes(OUT void **data, PARAMS size_t *dataSizes, PARAMS CUmem_range_attribute *attributes,
    COUNT size_t numAttributes, PTR CUdeviceptr devPtr, SIZE size_t count);
API(6000, ASYNC FX(managed) PTSZ) CUresult cuStreamAttachMemAsync(CUstream hStream, PTR CUdeviceptr dptr, SIZE size_t length,
    FLAGS(CUmemAttach_flags) unsigned int flags);
