/* Driver API: copies.  Form of a row: api/roles.h. */
API(12060, ASYNC PTSZ) CUresult cuMemBatchDecompressAsync(PARAMS CUmemDecompressParams *paramsArray, COUNT size_t count, unsigned int flags,
    OUT OPT size_t *errorIndex, CUstream stream);
API(4000, PTDS) CUresult cuMemcpy(WR(ANY, ByteCount) CUdeviceptr dst, RD(ANY, ByteCount) CUdeviceptr src, size_t ByteCount);
API(2000, FLOW(work)) CUresult cuMemcpy2D(PARAMS const CUDA_MEMCPY2D_v1 *pCopy);
API(3020, AS(memcpy2d) PTDS) CUresult cuMemcpy2D_v2(PARAMS const CUDA_MEMCPY2D *pCopy);
API(2000, ASYNC) CUresult cuMemcpy2DAsync(PARAMS const CUDA_MEMCPY2D_v1 *pCopy, CUstream hStream);
API(3020, AS(memcpy2d) ASYNC PTSZ) CUresult cuMemcpy2DAsync_v2(PARAMS const CUDA_MEMCPY2D *pCopy, CUstream hStream);
API(2000, FLOW(work)) CUresult cuMemcpy2DUnaligned(PARAMS const CUDA_MEMCPY2D_v1 *pCopy);
API(3020, AS(memcpy2d) PTDS) CUresult cuMemcpy2DUnaligned_v2(PARAMS const CUDA_MEMCPY2D *pCopy);
API(2000, FLOW(work)) CUresult cuMemcpy3D(PARAMS const CUDA_MEMCPY3D_v1 *pCopy);
API(3020, AS(memcpy3d) PTDS) CUresult cuMemcpy3D_v2(PARAMS const CUDA_MEMCPY3D *pCopy);
API(2000, ASYNC) CUresult cuMemcpy3DAsync(PARAMS const CUDA_MEMCPY3D_v1 *pCopy, CUstream hStream);
API(3020, AS(memcpy3d) ASYNC PTSZ) CUresult cuMemcpy3DAsync_v2(PARAMS const CUDA_MEMCPY3D *pCopy, CUstream hStream);
API(12080, AS(memcpy3d_batch) ASYNC PTSZ OP(copy_batch)) CUresult cuMemcpy3DBatchAsync(COUNT UNIT(1) size_t numOps, PARAMS CUDA_MEMCPY3D_BATCH_OP *opList,
    OUT OPT size_t *failIdx, FLAGS(none) unsigned long long flags, CUstream hStream);
API(13000, AS(memcpy3d_batch) ASYNC PTSZ OP(copy_batch)) CUresult cuMemcpy3DBatchAsync_v2(COUNT UNIT(1) size_t numOps, PARAMS CUDA_MEMCPY3D_BATCH_OP *opList,
    FLAGS(none) unsigned long long flags, CUstream hStream);
API(4000, AS(memcpy3d) LOOK(peer_copy) PTDS) CUresult cuMemcpy3DPeer(PARAMS const CUDA_MEMCPY3D_PEER *pCopy);
API(4000, AS(memcpy3d) LOOK(peer_copy) ASYNC PTSZ) CUresult cuMemcpy3DPeerAsync(PARAMS const CUDA_MEMCPY3D_PEER *pCopy, CUstream hStream);
API(4000, ASYNC PTSZ) CUresult cuMemcpyAsync(WR(ANY, ByteCount) CUdeviceptr dst, RD(ANY, ByteCount) CUdeviceptr src, size_t ByteCount,
    CUstream hStream);
API(2000, FLOW(work)) CUresult cuMemcpyAtoA(CUarray dstArray, OFFSET unsigned int dstOffset, CUarray srcArray, OFFSET unsigned int srcOffset,
    unsigned int ByteCount);
API(3020, PTDS FLOW(work)) CUresult cuMemcpyAtoA_v2(CUarray dstArray, OFFSET size_t dstOffset, CUarray srcArray, OFFSET size_t srcOffset,
    size_t ByteCount);
API(2000) CUresult cuMemcpyAtoD(WR(DEV, ByteCount) CUdeviceptr_v1 dstDevice, CUarray srcArray, OFFSET unsigned int srcOffset,
    unsigned int ByteCount);
API(3020, PTDS) CUresult cuMemcpyAtoD_v2(WR(DEV, ByteCount) CUdeviceptr dstDevice, CUarray srcArray, OFFSET size_t srcOffset,
    size_t ByteCount);
API(2000, SYNC(stream)) CUresult cuMemcpyAtoH(WR(HOST, ByteCount) void *dstHost, CUarray srcArray, OFFSET unsigned int srcOffset,
    unsigned int ByteCount);
API(3020, SYNC(stream) PTDS) CUresult cuMemcpyAtoH_v2(WR(HOST, ByteCount) void *dstHost, CUarray srcArray, OFFSET size_t srcOffset,
    size_t ByteCount);
API(2000, ASYNC) CUresult cuMemcpyAtoHAsync(WR(HOST, ByteCount) void *dstHost, CUarray srcArray, OFFSET unsigned int srcOffset,
    unsigned int ByteCount, CUstream hStream);
API(3020, ASYNC PTSZ) CUresult cuMemcpyAtoHAsync_v2(WR(HOST, ByteCount) void *dstHost, CUarray srcArray, OFFSET size_t srcOffset,
    size_t ByteCount, CUstream hStream);
API(12080, AS(memcpy_batch) ASYNC PTSZ) CUresult cuMemcpyBatchAsync(PARAMS CUdeviceptr *dsts, PARAMS CUdeviceptr *srcs, PARAMS size_t *sizes,
    COUNT UNIT(1) size_t count, PARAMS CUmemcpyAttributes *attrs, PARAMS size_t *attrsIdxs, COUNT size_t numAttrs, OUT OPT size_t *failIdx, CUstream hStream);
API(13000, AS(memcpy_batch) ASYNC PTSZ) CUresult cuMemcpyBatchAsync_v2(PARAMS CUdeviceptr *dsts, PARAMS CUdeviceptr *srcs, PARAMS size_t *sizes,
    COUNT UNIT(1) size_t count, PARAMS CUmemcpyAttributes *attrs, PARAMS size_t *attrsIdxs, COUNT size_t numAttrs, CUstream hStream);
API(2000) CUresult cuMemcpyDtoA(CUarray dstArray, OFFSET unsigned int dstOffset, RD(DEV, ByteCount) CUdeviceptr_v1 srcDevice,
    unsigned int ByteCount);
API(3020, PTDS) CUresult cuMemcpyDtoA_v2(CUarray dstArray, OFFSET size_t dstOffset, RD(DEV, ByteCount) CUdeviceptr srcDevice,
    size_t ByteCount);
API(2000) CUresult cuMemcpyDtoD(WR(DEV, ByteCount) CUdeviceptr_v1 dstDevice, RD(DEV, ByteCount) CUdeviceptr_v1 srcDevice, unsigned int ByteCount);
API(3020, PTDS) CUresult cuMemcpyDtoD_v2(WR(DEV, ByteCount) CUdeviceptr dstDevice, RD(DEV, ByteCount) CUdeviceptr srcDevice, size_t ByteCount);
API(3000, ASYNC) CUresult cuMemcpyDtoDAsync(WR(DEV, ByteCount) CUdeviceptr_v1 dstDevice, RD(DEV, ByteCount) CUdeviceptr_v1 srcDevice,
    unsigned int ByteCount, CUstream hStream);
API(3020, ASYNC PTSZ) CUresult cuMemcpyDtoDAsync_v2(WR(DEV, ByteCount) CUdeviceptr dstDevice, RD(DEV, ByteCount) CUdeviceptr srcDevice,
    size_t ByteCount, CUstream hStream);
API(2000, SYNC(stream)) CUresult cuMemcpyDtoH(WR(HOST, ByteCount) void *dstHost, RD(DEV, ByteCount) CUdeviceptr_v1 srcDevice, unsigned int ByteCount);
API(3020, SYNC(stream) PTDS) CUresult cuMemcpyDtoH_v2(WR(HOST, ByteCount) void *dstHost, RD(DEV, ByteCount) CUdeviceptr srcDevice, size_t ByteCount);
API(2000, ASYNC) CUresult cuMemcpyDtoHAsync(WR(HOST, ByteCount) void *dstHost, RD(DEV, ByteCount) CUdeviceptr_v1 srcDevice, unsigned int ByteCount,
    CUstream hStream);
API(3020, ASYNC PTSZ) CUresult cuMemcpyDtoHAsync_v2(WR(HOST, ByteCount) void *dstHost, RD(DEV, ByteCount) CUdeviceptr srcDevice, size_t ByteCount,
    CUstream hStream);
API(2000) CUresult cuMemcpyHtoA(CUarray dstArray, OFFSET unsigned int dstOffset, RD(HOST, ByteCount) const void *srcHost,
    unsigned int ByteCount);
API(3020, PTDS) CUresult cuMemcpyHtoA_v2(CUarray dstArray, OFFSET size_t dstOffset, RD(HOST, ByteCount) const void *srcHost,
    size_t ByteCount);
API(2000, ASYNC) CUresult cuMemcpyHtoAAsync(CUarray dstArray, OFFSET unsigned int dstOffset, RD(HOST, ByteCount) const void *srcHost,
    unsigned int ByteCount, CUstream hStream);
API(3020, ASYNC PTSZ) CUresult cuMemcpyHtoAAsync_v2(CUarray dstArray, OFFSET size_t dstOffset,
    RD(HOST, ByteCount) const void *srcHost, size_t ByteCount, CUstream hStream);
API(2000) CUresult cuMemcpyHtoD(WR(DEV, ByteCount) CUdeviceptr_v1 dstDevice, RD(HOST, ByteCount) const void *srcHost, unsigned int ByteCount);
API(3020, PTDS) CUresult cuMemcpyHtoD_v2(WR(DEV, ByteCount) CUdeviceptr dstDevice, RD(HOST, ByteCount) const void *srcHost, size_t ByteCount);
API(2000, ASYNC) CUresult cuMemcpyHtoDAsync(WR(DEV, ByteCount) CUdeviceptr_v1 dstDevice, RD(HOST, ByteCount) const void *srcHost,
    unsigned int ByteCount, CUstream hStream);
API(3020, ASYNC PTSZ) CUresult cuMemcpyHtoDAsync_v2(WR(DEV, ByteCount) CUdeviceptr dstDevice, RD(HOST, ByteCount) const void *srcHost,
    size_t ByteCount, CUstream hStream);
API(4000, PTDS) CUresult cuMemcpyPeer(WR(DEV, ByteCount) CUdeviceptr dstDevice, CUcontext dstContext, RD(DEV, ByteCount) CUdeviceptr srcDevice,
    CUcontext srcContext, size_t ByteCount);
API(4000, ASYNC PTSZ) CUresult cuMemcpyPeerAsync(WR(DEV, ByteCount) CUdeviceptr dstDevice, CUcontext dstContext,
    RD(DEV, ByteCount) CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream);
