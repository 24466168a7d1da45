/* Batches whose members the driver is given one by one. */
#include "softrt/softrt.h"

#define PREFETCHES                                                                   \
    void **pointers, size_t *sizes, size_t count, struct cudaMemLocation *locations, \
        size_t *starts, size_t number, unsigned long long flags, cudaStream_t stream
#define PREFETCH_BATCH                                                                         \
    (CUdeviceptr *)(void *)pointers, sizes, count, (CUmemLocation *)(void *)locations, starts, \
        number, flags, stream

IQ_RT_STREAM(cudaMemPrefetchBatchAsync, (PREFETCHES), iq_drv.MemPrefetchBatchAsync(PREFETCH_BATCH))
IQ_RT_STREAM(cudaMemDiscardAndPrefetchBatchAsync, (PREFETCHES),
             iq_drv.MemDiscardAndPrefetchBatchAsync(PREFETCH_BATCH))
IQ_RT_STREAM(cudaMemDiscardBatchAsync,
             (void **pointers, size_t *sizes, size_t count, unsigned long long flags,
              cudaStream_t stream),
             iq_drv.MemDiscardBatchAsync((CUdeviceptr *)(void *)pointers, sizes, count, flags,
                                         stream))

/* One side of a 3D copy; lengths of rows are in bytes for pointers and in elements for arrays, like
 * the extent. */
static void operand(const struct cudaMemcpy3DOperand *in, struct cudaExtent extent,
                    cudaArray_t *array, struct cudaPos *position, struct cudaPitchedPtr *pointer)
{
    if (in->type == cudaMemcpyOperandTypeArray) {
        *array = in->op.array.array;
        *position =
            (struct cudaPos){ in->op.array.offset.x, in->op.array.offset.y, in->op.array.offset.z };
    } else {
        size_t row = in->op.ptr.rowLength ? in->op.ptr.rowLength : extent.width;
        size_t height = in->op.ptr.layerHeight ? in->op.ptr.layerHeight : extent.height;

        *pointer = (struct cudaPitchedPtr){ in->op.ptr.ptr, row, row, height };
    }
}

static int copy_one(const struct cudaMemcpy3DBatchOp *op, cudaStream_t stream)
{
    struct cudaMemcpy3DParms p = { .extent = op->extent, .kind = cudaMemcpyDefault };
    CUDA_MEMCPY3D copy;
    size_t element = 1;
    int code = 0;

    operand(&op->src, op->extent, &p.srcArray, &p.srcPos, &p.srcPtr);
    operand(&op->dst, op->extent, &p.dstArray, &p.dstPos, &p.dstPtr);
    if (p.srcArray || p.dstArray)
        code = iq_rt_array_element(p.srcArray ? p.srcArray : p.dstArray, &element);
    p.srcPtr.pitch *= element;
    p.dstPtr.pitch *= element;
    if (code == 0)
        code = iq_rt_copy3d(&p, &copy);
    return code == 0 ? (int)iq_drv.Memcpy3DAsync(&copy, stream) : code;
}

/* (count, list, flags, stream) since 13; 12.8 has the index of the failing copy before the
 * flags. */
static int copy_batch(size_t count, struct cudaMemcpy3DBatchOp *list, uintptr_t third,
                      uintptr_t fourth, cudaStream_t fifth, bool per_thread)
{
    bool new_form = iq_rt_version() >= 13000;
    cudaStream_t stream = new_form ? (cudaStream_t)fourth : fifth;
    size_t *fail = new_form ? NULL : (size_t *)third;
    int code = 0;

    if (!list || count == 0 || (new_form ? third : fourth) != 0)
        return cudaErrorInvalidValue;
    if (per_thread)
        stream = iq_rt_own_stream(stream);
    if (!stream || stream == CU_STREAM_LEGACY)
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count && code == 0; i++) {
        code = copy_one(&list[i], stream);
        if (code != 0 && fail)
            *fail = i;
    }
    return code;
}

#define BATCH_PARAMS                                                                     \
    (size_t count, struct cudaMemcpy3DBatchOp * list, uintptr_t third, uintptr_t fourth, \
     cudaStream_t fifth)
IQ_RT_CTX(cudaMemcpy3DBatchAsync, BATCH_PARAMS,
          copy_batch(count, list, third, fourth, fifth, false))
IQ_RT_CTX(cudaMemcpy3DBatchAsync_ptsz, BATCH_PARAMS,
          copy_batch(count, list, third, fourth, fifth, true))
