/* Runtime API: copies.  Form of a row: api/roles.h. */
API(3020, SYNC(host) PTDS) cudaError_t cudaMemcpy(WR(KIND, count) void *dst, RD(KIND, count) const void *src, size_t count, enum cudaMemcpyKind kind);
API(3020, SYNC(host) PTDS) cudaError_t cudaMemcpy2D(WR(KIND, width, 1, dpitch, height) void *dst, VAL size_t dpitch,
    RD(KIND, width, 1, spitch, height) const void *src, VAL size_t spitch, SIZE size_t width, VAL size_t height, enum cudaMemcpyKind kind);
API(3020, PTDS FLOW(work)) cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, VAL size_t wOffsetDst, VAL size_t hOffsetDst,
    cudaArray_const_t src, VAL size_t wOffsetSrc, VAL size_t hOffsetSrc, VAL size_t width, VAL size_t height, enum cudaMemcpyKind kind);
API(3020, ASYNC PTSZ) cudaError_t cudaMemcpy2DAsync(WR(KIND, width, 1, dpitch, height) void *dst, VAL size_t dpitch,
    RD(KIND, width, 1, spitch, height) const void *src, VAL size_t spitch, SIZE size_t width, VAL size_t height, enum cudaMemcpyKind kind,
    cudaStream_t stream);
API(3020, SYNC(host) PTDS) cudaError_t cudaMemcpy2DFromArray(WR(KIND, width, 1, dpitch, height) void *dst, VAL size_t dpitch,
    cudaArray_const_t src, VAL size_t wOffset, VAL size_t hOffset, SIZE size_t width, VAL size_t height, enum cudaMemcpyKind kind);
API(3020, ASYNC PTSZ) cudaError_t cudaMemcpy2DFromArrayAsync(WR(KIND, width, 1, dpitch, height) void *dst, VAL size_t dpitch,
    cudaArray_const_t src, VAL size_t wOffset, VAL size_t hOffset, SIZE size_t width, VAL size_t height, enum cudaMemcpyKind kind,
    cudaStream_t stream);
API(3020, PTDS) cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, VAL size_t wOffset, VAL size_t hOffset,
    RD(KIND, width, 1, spitch, height) const void *src, VAL size_t spitch, SIZE size_t width, VAL size_t height, enum cudaMemcpyKind kind);
API(3020, ASYNC PTSZ) cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, VAL size_t wOffset, VAL size_t hOffset,
    RD(KIND, width, 1, spitch, height) const void *src, VAL size_t spitch, SIZE size_t width, VAL size_t height, enum cudaMemcpyKind kind,
    cudaStream_t stream);
API(3020, AS(rt_memcpy3d) SYNC(host) PTDS) cudaError_t cudaMemcpy3D(PARAMS const struct cudaMemcpy3DParms *p);
API(3020, AS(rt_memcpy3d) ASYNC PTSZ) cudaError_t cudaMemcpy3DAsync(PARAMS const struct cudaMemcpy3DParms *p, cudaStream_t stream);
API(12080, AS(memcpy3d_batch) ASYNC PTSZ OP(copy_batch)) cudaError_t cudaMemcpy3DBatchAsync(COUNT UNIT(1) size_t numOps, PARAMS struct cudaMemcpy3DBatchOp *opList,
    FLAGS(none) unsigned long long flags, cudaStream_t stream);
API(12000, AS(memcpy3d_batch) ASYNC PTSZ UNTIL(12999) OP(copy_batch)) cudaError_t cudaMemcpy3DBatchAsync_abi12(COUNT UNIT(1) size_t numOps,
    PARAMS struct cudaMemcpy3DBatchOp *opList, OUT OPT size_t *failIdx, FLAGS(none) unsigned long long flags, cudaStream_t stream);
API(4000, AS(rt_memcpy3d_peer) PTDS) cudaError_t cudaMemcpy3DPeer(PARAMS const struct cudaMemcpy3DPeerParms *p);
API(4000, AS(rt_memcpy3d_peer) ASYNC PTSZ) cudaError_t cudaMemcpy3DPeerAsync(PARAMS const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream);
API(3020, PTDS FLOW(work)) cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, VAL size_t wOffsetDst, VAL size_t hOffsetDst,
    cudaArray_const_t src, VAL size_t wOffsetSrc, VAL size_t hOffsetSrc, size_t count, enum cudaMemcpyKind kind);
API(3020, ASYNC PTSZ) cudaError_t cudaMemcpyAsync(WR(KIND, count) void *dst, RD(KIND, count) const void *src, size_t count, enum cudaMemcpyKind kind,
    cudaStream_t stream);
API(12080, AS(memcpy_batch) ASYNC PTSZ) cudaError_t cudaMemcpyBatchAsync(PARAMS void *const *dsts, PARAMS const void *const *srcs,
    PARAMS const size_t *sizes, COUNT UNIT(1) size_t count, PARAMS struct cudaMemcpyAttributes *attrs, PARAMS size_t *attrsIdxs, COUNT size_t numAttrs,
    cudaStream_t stream);
API(12000, AS(memcpy_batch) ASYNC PTSZ UNTIL(12999)) cudaError_t cudaMemcpyBatchAsync_abi12(PARAMS void **dsts, PARAMS void **srcs,
    PARAMS size_t *sizes, COUNT UNIT(1) size_t count, PARAMS struct cudaMemcpyAttributes *attrs, PARAMS size_t *attrsIdxs, COUNT size_t numAttrs,
    OUT OPT size_t *failIdx, cudaStream_t stream);
API(3020, SYNC(host) PTDS) cudaError_t cudaMemcpyFromArray(WR(KIND, count) void *dst, cudaArray_const_t src, VAL size_t wOffset,
    VAL size_t hOffset, size_t count, enum cudaMemcpyKind kind);
API(3020, ASYNC PTSZ) cudaError_t cudaMemcpyFromArrayAsync(WR(KIND, count) void *dst, cudaArray_const_t src, VAL size_t wOffset,
    VAL size_t hOffset, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream);
API(3020, SYNC(host) PTDS) cudaError_t cudaMemcpyFromSymbol(WR(KIND, count) void *dst, SYM(count) const void *symbol, size_t count,
    OFFSET size_t offset, enum cudaMemcpyKind kind);
API(3020, ASYNC PTSZ) cudaError_t cudaMemcpyFromSymbolAsync(WR(KIND, count) void *dst, SYM(count) const void *symbol, size_t count,
    OFFSET size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream);
API(4000, FX(rt_peer_copy)) cudaError_t cudaMemcpyPeer(WR(DEV, count) void *dst, DEVICE int dstDevice, RD(DEV, count) const void *src, DEVICE int srcDevice,
    size_t count);
API(4000, ASYNC FX(rt_peer_copy)) cudaError_t cudaMemcpyPeerAsync(WR(DEV, count) void *dst, DEVICE int dstDevice, RD(DEV, count) const void *src,
    DEVICE int srcDevice, size_t count, cudaStream_t stream);
API(3020, PTDS) cudaError_t cudaMemcpyToArray(cudaArray_t dst, VAL size_t wOffset, VAL size_t hOffset,
    RD(KIND, count) const void *src, size_t count, enum cudaMemcpyKind kind);
API(3020, ASYNC PTSZ) cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, VAL size_t wOffset, VAL size_t hOffset,
    RD(KIND, count) const void *src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream);
API(3020, PTDS) cudaError_t cudaMemcpyToSymbol(SYM(count) const void *symbol, RD(KIND, count) const void *src, size_t count, OFFSET size_t offset,
    enum cudaMemcpyKind kind);
API(3020, ASYNC PTSZ) cudaError_t cudaMemcpyToSymbolAsync(SYM(count) const void *symbol, RD(KIND, count) const void *src, size_t count,
    OFFSET size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream);
