/* The driver's functions that make, free and write device memory, for its shadow bits; see
 * kernel_shadow.h. */
#include "wrap/kernel_checks.h"
#include "wrap/kernel_shadow.h"

/* [before] is done in front of the driver's function, [after] when it has succeeded. */
#define BEFORE(name, parameters, arguments, before) \
    static CUresult checked_##name parameters       \
    {                                               \
        before;                                     \
        return iq_kernel_real.name arguments;       \
    }
#define AFTER(name, parameters, arguments, after)        \
    static CUresult checked_##name parameters            \
    {                                                    \
        CUresult result = iq_kernel_real.name arguments; \
        if (!result)                                     \
            after;                                       \
        return result;                                   \
    }

/* ---- memory begins and ends ---- */

AFTER(cuMemAlloc_v2, (CUdeviceptr * at, size_t size), (at, size), iq_kernel_shadow_begin(*at, size))
AFTER(cuMemAllocPitch_v2,
      (CUdeviceptr * at, size_t *pitch, size_t width, size_t height, unsigned element),
      (at, pitch, width, height, element), iq_kernel_shadow_begin(*at, *pitch *height))

/* Memory that a capture allocates is its graph's. */
static void begin_in_order(CUdeviceptr at, size_t size, CUstream stream)
{
    if (!iq_kernel_shadow_is_captured(stream))
        iq_kernel_shadow_begin(at, size);
}

#define ALLOCATE(name, as)                                                            \
    AFTER(name, (CUdeviceptr * at, size_t size, CUstream stream), (at, size, stream), \
          begin_in_order(*at, size, as))
ALLOCATE(cuMemAllocAsync, stream)
ALLOCATE(cuMemAllocAsync_ptsz, iq_kernel_suffixed(stream))
#define ALLOCATE_FROM(name, as)                                                      \
    AFTER(name, (CUdeviceptr * at, size_t size, CUmemoryPool pool, CUstream stream), \
          (at, size, pool, stream), begin_in_order(*at, size, as))
ALLOCATE_FROM(cuMemAllocFromPoolAsync, stream)
ALLOCATE_FROM(cuMemAllocFromPoolAsync_ptsz, iq_kernel_suffixed(stream))

#define FREE(name) \
    BEFORE(name, (CUdeviceptr at, CUstream stream), (at, stream), iq_kernel_shadow_drop(at))
FREE(cuMemFreeAsync)
FREE(cuMemFreeAsync_ptsz)

/* ---- rows of bytes ---- */

#define FROM_HOST(name, as)                                                         \
    BEFORE(name, (CUdeviceptr at, const void *from, size_t size), (at, from, size), \
           iq_kernel_shadow_write(at, size, as))
FROM_HOST(cuMemcpyHtoD_v2, NULL)
FROM_HOST(cuMemcpyHtoD_v2_ptds, CU_STREAM_PER_THREAD)
#define FROM_HOST_ASYNC(name, as)                                                  \
    BEFORE(name, (CUdeviceptr at, const void *from, size_t size, CUstream stream), \
           (at, from, size, stream), iq_kernel_shadow_write(at, size, as))
FROM_HOST_ASYNC(cuMemcpyHtoDAsync_v2, stream)
FROM_HOST_ASYNC(cuMemcpyHtoDAsync_v2_ptsz, iq_kernel_suffixed(stream))

#define COPY(name, as)                                                              \
    BEFORE(name, (CUdeviceptr at, CUdeviceptr from, size_t size), (at, from, size), \
           iq_kernel_shadow_copy(at, from, size, as))
COPY(cuMemcpyDtoD_v2, NULL)
COPY(cuMemcpyDtoD_v2_ptds, CU_STREAM_PER_THREAD)
COPY(cuMemcpy, NULL)
COPY(cuMemcpy_ptds, CU_STREAM_PER_THREAD)
#define COPY_ASYNC(name, as)                                                       \
    BEFORE(name, (CUdeviceptr at, CUdeviceptr from, size_t size, CUstream stream), \
           (at, from, size, stream), iq_kernel_shadow_copy(at, from, size, as))
COPY_ASYNC(cuMemcpyDtoDAsync_v2, stream)
COPY_ASYNC(cuMemcpyDtoDAsync_v2_ptsz, iq_kernel_suffixed(stream))
COPY_ASYNC(cuMemcpyAsync, stream)
COPY_ASYNC(cuMemcpyAsync_ptsz, iq_kernel_suffixed(stream))

#define FILL(bits, type, element)                                                                  \
    BEFORE(cuMemsetD##bits##_v2, (CUdeviceptr at, type value, size_t count), (at, value, count),   \
           iq_kernel_shadow_write(at, count *(element), NULL))                                     \
    BEFORE(cuMemsetD##bits##_v2_ptds, (CUdeviceptr at, type value, size_t count),                  \
           (at, value, count), iq_kernel_shadow_write(at, count *(element), CU_STREAM_PER_THREAD)) \
    BEFORE(cuMemsetD##bits##Async, (CUdeviceptr at, type value, size_t count, CUstream stream),    \
           (at, value, count, stream), iq_kernel_shadow_write(at, count *(element), stream))       \
    BEFORE(cuMemsetD##bits##Async_ptsz,                                                            \
           (CUdeviceptr at, type value, size_t count, CUstream stream),                            \
           (at, value, count, stream),                                                             \
           iq_kernel_shadow_write(at, count *(element), iq_kernel_suffixed(stream)))
FILL(8, unsigned char, 1)
FILL(16, unsigned short, 2)
FILL(32, unsigned, 4)

#define FILL_ROWS(bits, type, element)                                                          \
    BEFORE(cuMemsetD2D##bits##_v2,                                                              \
           (CUdeviceptr at, size_t pitch, type value, size_t width, size_t height),             \
           (at, pitch, value, width, height),                                                   \
           iq_kernel_shadow_rows(at, pitch, width *(element), height, NULL))                    \
    BEFORE(cuMemsetD2D##bits##_v2_ptds,                                                         \
           (CUdeviceptr at, size_t pitch, type value, size_t width, size_t height),             \
           (at, pitch, value, width, height),                                                   \
           iq_kernel_shadow_rows(at, pitch, width *(element), height, CU_STREAM_PER_THREAD))    \
    BEFORE(cuMemsetD2D##bits##Async,                                                            \
           (CUdeviceptr at, size_t pitch, type value, size_t width, size_t height, CUstream s), \
           (at, pitch, value, width, height, s),                                                \
           iq_kernel_shadow_rows(at, pitch, width *(element), height, s))                       \
    BEFORE(cuMemsetD2D##bits##Async_ptsz,                                                       \
           (CUdeviceptr at, size_t pitch, type value, size_t width, size_t height, CUstream s), \
           (at, pitch, value, width, height, s),                                                \
           iq_kernel_shadow_rows(at, pitch, width *(element), height, iq_kernel_suffixed(s)))
FILL_ROWS(8, unsigned char, 1)
FILL_ROWS(16, unsigned short, 2)
FILL_ROWS(32, unsigned, 4)

/* ---- what is written is not followed to the byte ---- */

/* [copy]: of the driver's structs, which agree in these names. */
#define DROP_TARGET(copy)                                       \
    if ((copy) && (copy)->dstMemoryType != CU_MEMORYTYPE_ARRAY) \
    iq_kernel_shadow_drop((copy)->dstMemoryType == CU_MEMORYTYPE_HOST ? 0 : (copy)->dstDevice)
#define BOX(name, type) BEFORE(name, (const type *copy), (copy), DROP_TARGET(copy))
#define BOX_ASYNC(name, type) \
    BEFORE(name, (const type *copy, CUstream stream), (copy, stream), DROP_TARGET(copy))
BOX(cuMemcpy2D_v2, CUDA_MEMCPY2D)
BOX(cuMemcpy2D_v2_ptds, CUDA_MEMCPY2D)
BOX(cuMemcpy2DUnaligned_v2, CUDA_MEMCPY2D)
BOX(cuMemcpy2DUnaligned_v2_ptds, CUDA_MEMCPY2D)
BOX_ASYNC(cuMemcpy2DAsync_v2, CUDA_MEMCPY2D)
BOX_ASYNC(cuMemcpy2DAsync_v2_ptsz, CUDA_MEMCPY2D)
BOX(cuMemcpy3D_v2, CUDA_MEMCPY3D)
BOX(cuMemcpy3D_v2_ptds, CUDA_MEMCPY3D)
BOX_ASYNC(cuMemcpy3DAsync_v2, CUDA_MEMCPY3D)
BOX_ASYNC(cuMemcpy3DAsync_v2_ptsz, CUDA_MEMCPY3D)
BOX(cuMemcpy3DPeer, CUDA_MEMCPY3D_PEER)
BOX(cuMemcpy3DPeer_ptds, CUDA_MEMCPY3D_PEER)
BOX_ASYNC(cuMemcpy3DPeerAsync, CUDA_MEMCPY3D_PEER)
BOX_ASYNC(cuMemcpy3DPeerAsync_ptsz, CUDA_MEMCPY3D_PEER)

/* The rest, and what gives memory to somebody whom we do not see. */
BEFORE(cuMemcpyAtoD_v2, (CUdeviceptr a0, CUarray a1, size_t a2, size_t a3), (a0, a1, a2, a3),
       iq_kernel_shadow_drop(a0))
BEFORE(cuMemcpyAtoD_v2_ptds, (CUdeviceptr a0, CUarray a1, size_t a2, size_t a3), (a0, a1, a2, a3),
       iq_kernel_shadow_drop(a0))
BEFORE(cuMemcpyPeer, (CUdeviceptr a0, CUcontext a1, CUdeviceptr a2, CUcontext a3, size_t a4),
       (a0, a1, a2, a3, a4), iq_kernel_shadow_drop(a0))
BEFORE(cuMemcpyPeer_ptds, (CUdeviceptr a0, CUcontext a1, CUdeviceptr a2, CUcontext a3, size_t a4),
       (a0, a1, a2, a3, a4), iq_kernel_shadow_drop(a0))
BEFORE(cuMemcpyPeerAsync,
       (CUdeviceptr a0, CUcontext a1, CUdeviceptr a2, CUcontext a3, size_t a4, CUstream a5),
       (a0, a1, a2, a3, a4, a5), iq_kernel_shadow_drop(a0))
BEFORE(cuMemcpyPeerAsync_ptsz,
       (CUdeviceptr a0, CUcontext a1, CUdeviceptr a2, CUcontext a3, size_t a4, CUstream a5),
       (a0, a1, a2, a3, a4, a5), iq_kernel_shadow_drop(a0))
BEFORE(cuStreamWriteValue32, (CUstream a0, CUdeviceptr a1, cuuint32_t a2, unsigned int a3),
       (a0, a1, a2, a3), iq_kernel_shadow_drop(a1))
BEFORE(cuStreamWriteValue32_ptsz, (CUstream a0, CUdeviceptr a1, cuuint32_t a2, unsigned int a3),
       (a0, a1, a2, a3), iq_kernel_shadow_drop(a1))
BEFORE(cuStreamWriteValue32_v2, (CUstream a0, CUdeviceptr a1, cuuint32_t a2, unsigned int a3),
       (a0, a1, a2, a3), iq_kernel_shadow_drop(a1))
BEFORE(cuStreamWriteValue32_v2_ptsz, (CUstream a0, CUdeviceptr a1, cuuint32_t a2, unsigned int a3),
       (a0, a1, a2, a3), iq_kernel_shadow_drop(a1))
BEFORE(cuStreamWriteValue64, (CUstream a0, CUdeviceptr a1, cuuint64_t a2, unsigned int a3),
       (a0, a1, a2, a3), iq_kernel_shadow_drop(a1))
BEFORE(cuStreamWriteValue64_ptsz, (CUstream a0, CUdeviceptr a1, cuuint64_t a2, unsigned int a3),
       (a0, a1, a2, a3), iq_kernel_shadow_drop(a1))
BEFORE(cuStreamWriteValue64_v2, (CUstream a0, CUdeviceptr a1, cuuint64_t a2, unsigned int a3),
       (a0, a1, a2, a3), iq_kernel_shadow_drop(a1))
BEFORE(cuStreamWriteValue64_v2_ptsz, (CUstream a0, CUdeviceptr a1, cuuint64_t a2, unsigned int a3),
       (a0, a1, a2, a3), iq_kernel_shadow_drop(a1))
BEFORE(cuIpcGetMemHandle, (CUipcMemHandle * a0, CUdeviceptr a1), (a0, a1),
       iq_kernel_shadow_drop(a1))
BEFORE(cuMemGetHandleForAddressRange,
       (void *a0, CUdeviceptr a1, size_t a2, CUmemRangeHandleType a3, unsigned long long a4),
       (a0, a1, a2, a3, a4), iq_kernel_shadow_drop(a1))
BEFORE(cuMemPoolExportPointer, (CUmemPoolPtrExportData * a0, CUdeviceptr a1), (a0, a1),
       iq_kernel_shadow_drop(a1))
BEFORE(cuPointerSetAttribute, (const void *a0, CUpointer_attribute a1, CUdeviceptr a2),
       (a0, a1, a2), iq_kernel_shadow_drop(a2))
BEFORE(cuMemcpyBatchAsync,
       (CUdeviceptr * a0, CUdeviceptr *a1, size_t *a2, size_t a3, CUmemcpyAttributes *a4,
        size_t *a5, size_t a6, size_t *a7, CUstream a8),
       (a0, a1, a2, a3, a4, a5, a6, a7, a8), iq_kernel_shadow_drop_all())
BEFORE(cuMemcpyBatchAsync_ptsz,
       (CUdeviceptr * a0, CUdeviceptr *a1, size_t *a2, size_t a3, CUmemcpyAttributes *a4,
        size_t *a5, size_t a6, size_t *a7, CUstream a8),
       (a0, a1, a2, a3, a4, a5, a6, a7, a8), iq_kernel_shadow_drop_all())
BEFORE(cuMemcpyBatchAsync_v2,
       (CUdeviceptr * a0, CUdeviceptr *a1, size_t *a2, size_t a3, CUmemcpyAttributes *a4,
        size_t *a5, size_t a6, CUstream a7),
       (a0, a1, a2, a3, a4, a5, a6, a7), iq_kernel_shadow_drop_all())
BEFORE(cuMemcpyBatchAsync_v2_ptsz,
       (CUdeviceptr * a0, CUdeviceptr *a1, size_t *a2, size_t a3, CUmemcpyAttributes *a4,
        size_t *a5, size_t a6, CUstream a7),
       (a0, a1, a2, a3, a4, a5, a6, a7), iq_kernel_shadow_drop_all())
BEFORE(cuMemcpy3DBatchAsync,
       (size_t a0, CUDA_MEMCPY3D_BATCH_OP *a1, size_t *a2, unsigned long long a3, CUstream a4),
       (a0, a1, a2, a3, a4), iq_kernel_shadow_drop_all())
BEFORE(cuMemcpy3DBatchAsync_ptsz,
       (size_t a0, CUDA_MEMCPY3D_BATCH_OP *a1, size_t *a2, unsigned long long a3, CUstream a4),
       (a0, a1, a2, a3, a4), iq_kernel_shadow_drop_all())
BEFORE(cuMemcpy3DBatchAsync_v2,
       (size_t a0, CUDA_MEMCPY3D_BATCH_OP *a1, unsigned long long a2, CUstream a3),
       (a0, a1, a2, a3), iq_kernel_shadow_drop_all())
BEFORE(cuMemcpy3DBatchAsync_v2_ptsz,
       (size_t a0, CUDA_MEMCPY3D_BATCH_OP *a1, unsigned long long a2, CUstream a3),
       (a0, a1, a2, a3), iq_kernel_shadow_drop_all())
BEFORE(cuMemBatchDecompressAsync,
       (CUmemDecompressParams * a0, size_t a1, unsigned int a2, size_t *a3, CUstream a4),
       (a0, a1, a2, a3, a4), iq_kernel_shadow_drop_all())
BEFORE(cuMemBatchDecompressAsync_ptsz,
       (CUmemDecompressParams * a0, size_t a1, unsigned int a2, size_t *a3, CUstream a4),
       (a0, a1, a2, a3, a4), iq_kernel_shadow_drop_all())
BEFORE(cuStreamBatchMemOp,
       (CUstream a0, unsigned int a1, CUstreamBatchMemOpParams *a2, unsigned int a3),
       (a0, a1, a2, a3), iq_kernel_shadow_drop_all())
BEFORE(cuStreamBatchMemOp_ptsz,
       (CUstream a0, unsigned int a1, CUstreamBatchMemOpParams *a2, unsigned int a3),
       (a0, a1, a2, a3), iq_kernel_shadow_drop_all())
BEFORE(cuStreamBatchMemOp_v2,
       (CUstream a0, unsigned int a1, CUstreamBatchMemOpParams *a2, unsigned int a3),
       (a0, a1, a2, a3), iq_kernel_shadow_drop_all())
BEFORE(cuStreamBatchMemOp_v2_ptsz,
       (CUstream a0, unsigned int a1, CUstreamBatchMemOpParams *a2, unsigned int a3),
       (a0, a1, a2, a3), iq_kernel_shadow_drop_all())
BEFORE(cuGraphLaunch, (CUgraphExec a0, CUstream a1), (a0, a1), iq_kernel_shadow_drop_all())
BEFORE(cuGraphLaunch_ptsz, (CUgraphExec a0, CUstream a1), (a0, a1), iq_kernel_shadow_drop_all())

static void install_allocations(void)
{
    IQ_KERNEL_INSTALL(cuMemAlloc_v2);
    IQ_KERNEL_INSTALL(cuMemAllocPitch_v2);
    IQ_KERNEL_INSTALL(cuMemAllocAsync);
    IQ_KERNEL_INSTALL(cuMemAllocAsync_ptsz);
    IQ_KERNEL_INSTALL(cuMemAllocFromPoolAsync);
    IQ_KERNEL_INSTALL(cuMemAllocFromPoolAsync_ptsz);
    IQ_KERNEL_INSTALL(cuMemFreeAsync);
    IQ_KERNEL_INSTALL(cuMemFreeAsync_ptsz);
}

static void install_copies(void)
{
    IQ_KERNEL_INSTALL(cuMemcpyHtoD_v2);
    IQ_KERNEL_INSTALL(cuMemcpyHtoD_v2_ptds);
    IQ_KERNEL_INSTALL(cuMemcpyHtoDAsync_v2);
    IQ_KERNEL_INSTALL(cuMemcpyHtoDAsync_v2_ptsz);
    IQ_KERNEL_INSTALL(cuMemcpyDtoD_v2);
    IQ_KERNEL_INSTALL(cuMemcpyDtoD_v2_ptds);
    IQ_KERNEL_INSTALL(cuMemcpy);
    IQ_KERNEL_INSTALL(cuMemcpy_ptds);
    IQ_KERNEL_INSTALL(cuMemcpyDtoDAsync_v2);
    IQ_KERNEL_INSTALL(cuMemcpyDtoDAsync_v2_ptsz);
    IQ_KERNEL_INSTALL(cuMemcpyAsync);
    IQ_KERNEL_INSTALL(cuMemcpyAsync_ptsz);
    IQ_KERNEL_INSTALL(cuMemcpy2D_v2);
    IQ_KERNEL_INSTALL(cuMemcpy2D_v2_ptds);
    IQ_KERNEL_INSTALL(cuMemcpy2DUnaligned_v2);
    IQ_KERNEL_INSTALL(cuMemcpy2DUnaligned_v2_ptds);
    IQ_KERNEL_INSTALL(cuMemcpy2DAsync_v2);
    IQ_KERNEL_INSTALL(cuMemcpy2DAsync_v2_ptsz);
    IQ_KERNEL_INSTALL(cuMemcpy3D_v2);
    IQ_KERNEL_INSTALL(cuMemcpy3D_v2_ptds);
    IQ_KERNEL_INSTALL(cuMemcpy3DAsync_v2);
    IQ_KERNEL_INSTALL(cuMemcpy3DAsync_v2_ptsz);
    IQ_KERNEL_INSTALL(cuMemcpy3DPeer);
    IQ_KERNEL_INSTALL(cuMemcpy3DPeer_ptds);
    IQ_KERNEL_INSTALL(cuMemcpy3DPeerAsync);
    IQ_KERNEL_INSTALL(cuMemcpy3DPeerAsync_ptsz);
    IQ_KERNEL_INSTALL(cuMemcpyAtoD_v2);
    IQ_KERNEL_INSTALL(cuMemcpyAtoD_v2_ptds);
    IQ_KERNEL_INSTALL(cuMemcpyPeer);
    IQ_KERNEL_INSTALL(cuMemcpyPeer_ptds);
    IQ_KERNEL_INSTALL(cuMemcpyPeerAsync);
    IQ_KERNEL_INSTALL(cuMemcpyPeerAsync_ptsz);
    IQ_KERNEL_INSTALL(cuMemcpyBatchAsync);
    IQ_KERNEL_INSTALL(cuMemcpyBatchAsync_ptsz);
    IQ_KERNEL_INSTALL(cuMemcpyBatchAsync_v2);
    IQ_KERNEL_INSTALL(cuMemcpyBatchAsync_v2_ptsz);
    IQ_KERNEL_INSTALL(cuMemcpy3DBatchAsync);
    IQ_KERNEL_INSTALL(cuMemcpy3DBatchAsync_ptsz);
    IQ_KERNEL_INSTALL(cuMemcpy3DBatchAsync_v2);
    IQ_KERNEL_INSTALL(cuMemcpy3DBatchAsync_v2_ptsz);
}

static void install_fills(void)
{
    IQ_KERNEL_INSTALL(cuMemsetD8_v2);
    IQ_KERNEL_INSTALL(cuMemsetD8_v2_ptds);
    IQ_KERNEL_INSTALL(cuMemsetD8Async);
    IQ_KERNEL_INSTALL(cuMemsetD8Async_ptsz);
    IQ_KERNEL_INSTALL(cuMemsetD16_v2);
    IQ_KERNEL_INSTALL(cuMemsetD16_v2_ptds);
    IQ_KERNEL_INSTALL(cuMemsetD16Async);
    IQ_KERNEL_INSTALL(cuMemsetD16Async_ptsz);
    IQ_KERNEL_INSTALL(cuMemsetD32_v2);
    IQ_KERNEL_INSTALL(cuMemsetD32_v2_ptds);
    IQ_KERNEL_INSTALL(cuMemsetD32Async);
    IQ_KERNEL_INSTALL(cuMemsetD32Async_ptsz);
    IQ_KERNEL_INSTALL(cuMemsetD2D8_v2);
    IQ_KERNEL_INSTALL(cuMemsetD2D8_v2_ptds);
    IQ_KERNEL_INSTALL(cuMemsetD2D8Async);
    IQ_KERNEL_INSTALL(cuMemsetD2D8Async_ptsz);
    IQ_KERNEL_INSTALL(cuMemsetD2D16_v2);
    IQ_KERNEL_INSTALL(cuMemsetD2D16_v2_ptds);
    IQ_KERNEL_INSTALL(cuMemsetD2D16Async);
    IQ_KERNEL_INSTALL(cuMemsetD2D16Async_ptsz);
    IQ_KERNEL_INSTALL(cuMemsetD2D32_v2);
    IQ_KERNEL_INSTALL(cuMemsetD2D32_v2_ptds);
    IQ_KERNEL_INSTALL(cuMemsetD2D32Async);
    IQ_KERNEL_INSTALL(cuMemsetD2D32Async_ptsz);
}

void iq_kernel_writes_install(void)
{
    install_allocations();
    install_copies();
    install_fills();
    IQ_KERNEL_INSTALL(cuStreamWriteValue32);
    IQ_KERNEL_INSTALL(cuStreamWriteValue32_ptsz);
    IQ_KERNEL_INSTALL(cuStreamWriteValue32_v2);
    IQ_KERNEL_INSTALL(cuStreamWriteValue32_v2_ptsz);
    IQ_KERNEL_INSTALL(cuStreamWriteValue64);
    IQ_KERNEL_INSTALL(cuStreamWriteValue64_ptsz);
    IQ_KERNEL_INSTALL(cuStreamWriteValue64_v2);
    IQ_KERNEL_INSTALL(cuStreamWriteValue64_v2_ptsz);
    IQ_KERNEL_INSTALL(cuIpcGetMemHandle);
    IQ_KERNEL_INSTALL(cuMemGetHandleForAddressRange);
    IQ_KERNEL_INSTALL(cuMemPoolExportPointer);
    IQ_KERNEL_INSTALL(cuPointerSetAttribute);
    IQ_KERNEL_INSTALL(cuMemBatchDecompressAsync);
    IQ_KERNEL_INSTALL(cuMemBatchDecompressAsync_ptsz);
    IQ_KERNEL_INSTALL(cuStreamBatchMemOp);
    IQ_KERNEL_INSTALL(cuStreamBatchMemOp_ptsz);
    IQ_KERNEL_INSTALL(cuStreamBatchMemOp_v2);
    IQ_KERNEL_INSTALL(cuStreamBatchMemOp_v2_ptsz);
    IQ_KERNEL_INSTALL(cuGraphLaunch);
    IQ_KERNEL_INSTALL(cuGraphLaunch_ptsz);
}
