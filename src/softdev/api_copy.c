/* Driver API: copies.  Synchronous calls use the default stream (the thread's in _ptds twins). */
#include <string.h>

#include "softdev/array.h"
#include "softdev/capture.h"

#define ADDRESS(pointer) ((uint64_t)(uintptr_t)(pointer))

/* A thread without a context but with a stream of its own context may still copy. */
static CUresult enter_stream(CUstream handle, struct iq_ctx **ctx, struct iq_stream **stream)
{
    CUresult r = iq_enter_for_stream(ctx);
    if (!r)
        r = iq_stream_get(handle, *ctx, stream);
    return !r && (*stream)->ctx != *ctx ? iq_ctx_usable((*stream)->ctx) : r;
}

struct ends {
    uint64_t dst, src;
    enum iq_expect dst_is, src_is;
};

static CUresult linear(struct ends ends, size_t bytes, CUstream handle, bool blocking)
{
    struct iq_ctx *ctx;
    struct iq_stream *stream;
    struct iq_copy_work work;
    CUresult r = enter_stream(handle, &ctx, &stream);
    if (!r)
        r = iq_copy_plan(ends.dst, ends.dst_is, ends.src, ends.src_is, bytes, &work);
    /* Between two places in device memory even the synchronous calls do not wait. */
    if (!r && blocking && bytes && work.dst.kind == IQ_SIDE_MEMORY &&
        work.src.kind == IQ_SIDE_MEMORY) {
        const struct iq_alloc *dst = iq_alloc_find(ends.dst), *src = iq_alloc_find(ends.src);
        if (iq_alloc_is_device(dst) && iq_alloc_is_device(src) && !dst->sync_memops &&
            !src->sync_memops)
            blocking = false;
    }
    return iq_leave(r ? r : iq_copy_submit(stream, &work, blocking));
}

#define HTOD(dst, src) ((struct ends){ (dst), ADDRESS(src), IQ_EXPECT_DEVICE, IQ_EXPECT_ANY })
#define DTOH(dst, src) ((struct ends){ ADDRESS(dst), (src), IQ_EXPECT_ANY, IQ_EXPECT_DEVICE })
#define DTOD(dst, src) ((struct ends){ (dst), (src), IQ_EXPECT_DEVICE, IQ_EXPECT_DEVICE })
#define ANY(dst, src) ((struct ends){ (dst), (src), IQ_EXPECT_ANY, IQ_EXPECT_ANY })

#define LINEAR_API(name, ends, dst_type, src_type)                                           \
    DRIVER(name##_v2, (dst_type dst, src_type src, size_t bytes))                            \
    {                                                                                        \
        return linear(ends(dst, src), bytes, NULL, true);                                    \
    }                                                                                        \
    DRIVER(name##_v2_ptds, (dst_type dst, src_type src, size_t bytes))                       \
    {                                                                                        \
        return linear(ends(dst, src), bytes, CU_STREAM_PER_THREAD, true);                    \
    }                                                                                        \
    DRIVER(name##Async_v2, (dst_type dst, src_type src, size_t bytes, CUstream stream))      \
    {                                                                                        \
        return linear(ends(dst, src), bytes, stream, false);                                 \
    }                                                                                        \
    DRIVER(name##Async_v2_ptsz, (dst_type dst, src_type src, size_t bytes, CUstream stream)) \
    {                                                                                        \
        return linear(ends(dst, src), bytes, iq_per_thread(stream), false);                  \
    }
LINEAR_API(cuMemcpyHtoD, HTOD, CUdeviceptr, const void *)
LINEAR_API(cuMemcpyDtoH, DTOH, void *, CUdeviceptr)
LINEAR_API(cuMemcpyDtoD, DTOD, CUdeviceptr, CUdeviceptr)

DRIVER(cuMemcpy, (CUdeviceptr dst, CUdeviceptr src, size_t bytes))
{
    return linear(ANY(dst, src), bytes, NULL, true);
}
DRIVER(cuMemcpy_ptds, (CUdeviceptr dst, CUdeviceptr src, size_t bytes))
{
    return linear(ANY(dst, src), bytes, CU_STREAM_PER_THREAD, true);
}
DRIVER(cuMemcpyAsync, (CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream))
{
    return linear(ANY(dst, src), bytes, stream, false);
}
DRIVER(cuMemcpyAsync_ptsz, (CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream))
{
    return linear(ANY(dst, src), bytes, iq_per_thread(stream), false);
}

/* The synchronous form stands in order with all work of both contexts. */
static CUresult peer(CUcontext dst_ctx, CUcontext src_ctx, struct ends ends, size_t bytes,
                     CUstream handle, bool blocking)
{
    struct iq_ctx *to, *from;
    CUresult r = iq_enter_plain();
    if (!r)
        r = iq_ctx_get(dst_ctx, &to);
    if (!r)
        r = iq_ctx_get(src_ctx, &from);
    for (int k = 0; k < 2 && !r && blocking && to != from; k++)
        r = iq_ctx_drain(k ? from : to);
    bool waits = !r && blocking && to != from;
    iq_leave(r);
    if (!r)
        r = linear(ends, bytes, handle, blocking);
    if (!r && waits) {
        r = iq_enter_plain();
        if (!r)
            r = iq_ctx_drain(to);
        if (!r)
            r = iq_ctx_drain(from);
        iq_leave(r);
    }
    return r;
}
DRIVER(cuMemcpyPeer,
       (CUdeviceptr dst, CUcontext dst_ctx, CUdeviceptr src, CUcontext src_ctx, size_t bytes))
{
    return peer(dst_ctx, src_ctx, DTOD(dst, src), bytes, NULL, true);
}
DRIVER(cuMemcpyPeer_ptds,
       (CUdeviceptr dst, CUcontext dst_ctx, CUdeviceptr src, CUcontext src_ctx, size_t bytes))
{
    return peer(dst_ctx, src_ctx, DTOD(dst, src), bytes, CU_STREAM_PER_THREAD, true);
}
DRIVER(cuMemcpyPeerAsync, (CUdeviceptr dst, CUcontext dst_ctx, CUdeviceptr src, CUcontext src_ctx,
                           size_t bytes, CUstream stream))
{
    return peer(dst_ctx, src_ctx, DTOD(dst, src), bytes, stream, false);
}
DRIVER(cuMemcpyPeerAsync_ptsz, (CUdeviceptr dst, CUcontext dst_ctx, CUdeviceptr src,
                                CUcontext src_ctx, size_t bytes, CUstream stream))
{
    return peer(dst_ctx, src_ctx, DTOD(dst, src), bytes, iq_per_thread(stream), false);
}

/* ---- two and three dimensions ---- */

static CUresult copy_region(const CUDA_MEMCPY3D *copy, CUstream handle, bool blocking)
{
    struct iq_ctx *ctx;
    struct iq_stream *stream;
    struct iq_copy_work work;
    CUresult r = enter_stream(handle, &ctx, &stream);
    if (!r)
        r = copy && !copy->srcLOD && !copy->dstLOD ? iq_copy_plan_3d(copy, &work)
                                                   : CUDA_ERROR_INVALID_VALUE;
    return iq_leave(r ? r : iq_copy_submit(stream, &work, blocking));
}

static void widen(CUDA_MEMCPY3D *to, const CUDA_MEMCPY2D *from)
{
    *to = (CUDA_MEMCPY3D){ .srcXInBytes = from->srcXInBytes,
                           .srcY = from->srcY,
                           .srcMemoryType = from->srcMemoryType,
                           .srcHost = from->srcHost,
                           .srcDevice = from->srcDevice,
                           .srcArray = from->srcArray,
                           .srcPitch = from->srcPitch,
                           .dstXInBytes = from->dstXInBytes,
                           .dstY = from->dstY,
                           .dstMemoryType = from->dstMemoryType,
                           .dstHost = from->dstHost,
                           .dstDevice = from->dstDevice,
                           .dstArray = from->dstArray,
                           .dstPitch = from->dstPitch,
                           .WidthInBytes = from->WidthInBytes,
                           .Height = from->Height,
                           .Depth = 1 };
}

static CUresult flat(const CUDA_MEMCPY2D *copy, CUstream handle, bool blocking)
{
    CUDA_MEMCPY3D wide;
    if (!copy)
        return iq_is_uninitialised() ? CUDA_ERROR_NOT_INITIALIZED : CUDA_ERROR_INVALID_VALUE;
    widen(&wide, copy);
    return copy_region(&wide, handle, blocking);
}

DRIVER(cuMemcpy2D_v2, (const CUDA_MEMCPY2D *copy)) { return flat(copy, NULL, true); }
DRIVER(cuMemcpy2D_v2_ptds, (const CUDA_MEMCPY2D *copy))
{
    return flat(copy, CU_STREAM_PER_THREAD, true);
}
DRIVER(cuMemcpy2DUnaligned_v2, (const CUDA_MEMCPY2D *copy)) { return flat(copy, NULL, true); }
DRIVER(cuMemcpy2DUnaligned_v2_ptds, (const CUDA_MEMCPY2D *copy))
{
    return flat(copy, CU_STREAM_PER_THREAD, true);
}
DRIVER(cuMemcpy2DAsync_v2, (const CUDA_MEMCPY2D *copy, CUstream stream))
{
    return flat(copy, stream, false);
}
DRIVER(cuMemcpy2DAsync_v2_ptsz, (const CUDA_MEMCPY2D *copy, CUstream stream))
{
    return flat(copy, iq_per_thread(stream), false);
}
DRIVER(cuMemcpy3D_v2, (const CUDA_MEMCPY3D *copy)) { return copy_region(copy, NULL, true); }
DRIVER(cuMemcpy3D_v2_ptds, (const CUDA_MEMCPY3D *copy))
{
    return copy_region(copy, CU_STREAM_PER_THREAD, true);
}
DRIVER(cuMemcpy3DAsync_v2, (const CUDA_MEMCPY3D *copy, CUstream stream))
{
    return copy_region(copy, stream, false);
}
DRIVER(cuMemcpy3DAsync_v2_ptsz, (const CUDA_MEMCPY3D *copy, CUstream stream))
{
    return copy_region(copy, iq_per_thread(stream), false);
}

static CUresult box_peer(const CUDA_MEMCPY3D_PEER *copy, CUstream handle, bool blocking)
{
    struct iq_ctx *ctx;
    CUDA_MEMCPY3D plain;
    CUresult r = iq_enter_plain();
    if (!r && !copy)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_ctx_get(copy->dstContext, &ctx);
    if (!r)
        r = iq_ctx_get(copy->srcContext, &ctx);
    iq_leave(r);
    if (r)
        return r;
    /* the same layout but for the contexts, where the other has reserved words */
    memcpy(&plain, copy, sizeof plain);
    plain.reserved0 = plain.reserved1 = NULL;
    return copy_region(&plain, handle, blocking);
}
DRIVER(cuMemcpy3DPeer, (const CUDA_MEMCPY3D_PEER *copy)) { return box_peer(copy, NULL, true); }
DRIVER(cuMemcpy3DPeer_ptds, (const CUDA_MEMCPY3D_PEER *copy))
{
    return box_peer(copy, CU_STREAM_PER_THREAD, true);
}
DRIVER(cuMemcpy3DPeerAsync, (const CUDA_MEMCPY3D_PEER *copy, CUstream stream))
{
    return box_peer(copy, stream, false);
}
DRIVER(cuMemcpy3DPeerAsync_ptsz, (const CUDA_MEMCPY3D_PEER *copy, CUstream stream))
{
    return box_peer(copy, iq_per_thread(stream), false);
}

/* ---- to and from one-dimensional places in arrays: in the first row, as measured on an H200 ----
 */

static CUresult array_side(CUarray handle, size_t offset, size_t bytes, struct iq_side *side)
{
    struct iq_array *array;
    CUresult r = iq_array_get(handle, &array);
    if (!r && (offset > array->row || bytes > array->row - offset))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *side = (struct iq_side){ .kind = IQ_SIDE_ARRAY, .array = array, .address = offset };
    return r;
}

struct array_end {
    CUarray array;
    size_t offset;
    uint64_t address;
    enum iq_expect expect;
};

static CUresult plan_end(const struct array_end *end, size_t bytes, struct iq_side *side)
{
    return end->expect == (enum iq_expect) - 1
               ? array_side(end->array, end->offset, bytes, side)
               : iq_side_plan(end->address, bytes, end->expect, side);
}

static CUresult array_copy(struct array_end dst, struct array_end src, size_t bytes,
                           CUstream handle, bool blocking)
{
    struct iq_ctx *ctx;
    struct iq_stream *stream;
    struct iq_copy_work work = { .width = bytes, .height = 1, .depth = 1 };
    CUresult r = enter_stream(handle, &ctx, &stream);
    if (!r && !bytes)
        return iq_leave(CUDA_SUCCESS);
    if (!r)
        r = plan_end(&dst, bytes, &work.dst);
    if (!r)
        r = plan_end(&src, bytes, &work.src);
    if (!r)
        iq_copy_work_ref(&work);
    return iq_leave(r ? r : iq_copy_submit(stream, &work, blocking));
}

#define IN_ARRAY(array, offset) ((struct array_end){ array, offset, 0, (enum iq_expect) - 1 })
#define ON_HOST(pointer) ((struct array_end){ NULL, 0, ADDRESS(pointer), IQ_EXPECT_ANY })
#define ON_DEVICE(address) ((struct array_end){ NULL, 0, address, IQ_EXPECT_DEVICE })

DRIVER(cuMemcpyHtoA_v2, (CUarray dst, size_t offset, const void *src, size_t bytes))
{
    return array_copy(IN_ARRAY(dst, offset), ON_HOST(src), bytes, NULL, true);
}
DRIVER(cuMemcpyHtoA_v2_ptds, (CUarray dst, size_t offset, const void *src, size_t bytes))
{
    return array_copy(IN_ARRAY(dst, offset), ON_HOST(src), bytes, CU_STREAM_PER_THREAD, true);
}
DRIVER(cuMemcpyHtoAAsync_v2,
       (CUarray dst, size_t offset, const void *src, size_t bytes, CUstream stream))
{
    return array_copy(IN_ARRAY(dst, offset), ON_HOST(src), bytes, stream, false);
}
DRIVER(cuMemcpyHtoAAsync_v2_ptsz,
       (CUarray dst, size_t offset, const void *src, size_t bytes, CUstream stream))
{
    return array_copy(IN_ARRAY(dst, offset), ON_HOST(src), bytes, iq_per_thread(stream), false);
}
DRIVER(cuMemcpyAtoH_v2, (void *dst, CUarray src, size_t offset, size_t bytes))
{
    return array_copy(ON_HOST(dst), IN_ARRAY(src, offset), bytes, NULL, true);
}
DRIVER(cuMemcpyAtoH_v2_ptds, (void *dst, CUarray src, size_t offset, size_t bytes))
{
    return array_copy(ON_HOST(dst), IN_ARRAY(src, offset), bytes, CU_STREAM_PER_THREAD, true);
}
DRIVER(cuMemcpyAtoHAsync_v2, (void *dst, CUarray src, size_t offset, size_t bytes, CUstream stream))
{
    return array_copy(ON_HOST(dst), IN_ARRAY(src, offset), bytes, stream, false);
}
DRIVER(cuMemcpyAtoHAsync_v2_ptsz,
       (void *dst, CUarray src, size_t offset, size_t bytes, CUstream stream))
{
    return array_copy(ON_HOST(dst), IN_ARRAY(src, offset), bytes, iq_per_thread(stream), false);
}
DRIVER(cuMemcpyDtoA_v2, (CUarray dst, size_t offset, CUdeviceptr src, size_t bytes))
{
    return array_copy(IN_ARRAY(dst, offset), ON_DEVICE(src), bytes, NULL, true);
}
DRIVER(cuMemcpyDtoA_v2_ptds, (CUarray dst, size_t offset, CUdeviceptr src, size_t bytes))
{
    return array_copy(IN_ARRAY(dst, offset), ON_DEVICE(src), bytes, CU_STREAM_PER_THREAD, true);
}
DRIVER(cuMemcpyAtoD_v2, (CUdeviceptr dst, CUarray src, size_t offset, size_t bytes))
{
    return array_copy(ON_DEVICE(dst), IN_ARRAY(src, offset), bytes, NULL, true);
}
DRIVER(cuMemcpyAtoD_v2_ptds, (CUdeviceptr dst, CUarray src, size_t offset, size_t bytes))
{
    return array_copy(ON_DEVICE(dst), IN_ARRAY(src, offset), bytes, CU_STREAM_PER_THREAD, true);
}
DRIVER(cuMemcpyAtoA_v2,
       (CUarray dst, size_t dst_offset, CUarray src, size_t src_offset, size_t bytes))
{
    return array_copy(IN_ARRAY(dst, dst_offset), IN_ARRAY(src, src_offset), bytes, NULL, true);
}
DRIVER(cuMemcpyAtoA_v2_ptds,
       (CUarray dst, size_t dst_offset, CUarray src, size_t src_offset, size_t bytes))
{
    return array_copy(IN_ARRAY(dst, dst_offset), IN_ARRAY(src, src_offset), bytes,
                      CU_STREAM_PER_THREAD, true);
}

/* ---- batches ---- */

struct batched_copies {
    CUdeviceptr *dsts, *srcs;
    size_t *sizes, count;
    const CUmemcpyAttributes *attrs;
    const size_t *attr_at;
    size_t attr_count;
};

/* Do the attributes begin at the first copy, each set after the one in front of it? */
static bool has_good_attributes(const struct batched_copies *batch)
{
    for (size_t i = 0; i < batch->attr_count; i++) {
        const CUmemcpyAttributes *attributes = &batch->attrs[i];
        if (batch->attr_at[i] >= batch->count ||
            (i ? batch->attr_at[i] <= batch->attr_at[i - 1] : batch->attr_at[0] != 0) ||
            attributes->srcAccessOrder < CU_MEMCPY_SRC_ACCESS_ORDER_STREAM ||
            attributes->srcAccessOrder > CU_MEMCPY_SRC_ACCESS_ORDER_ANY || attributes->flags > 1)
            return false;
    }
    return true;
}

static CUresult copy_batch(const struct batched_copies *batch, size_t *fail, CUstream handle)
{
    struct iq_ctx *ctx;
    struct iq_stream *stream;
    CUresult r = enter_stream(handle, &ctx, &stream);
    if (fail)
        *fail = SIZE_MAX;
    if (!r && (!batch->dsts || !batch->srcs || !batch->sizes || !batch->count || !batch->attrs ||
               !batch->attr_at || !batch->attr_count || batch->attr_count > batch->count ||
               stream->legacy || !has_good_attributes(batch)))
        r = CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < batch->count && !r; i++) {
        struct iq_copy_work work;
        r = batch->sizes[i] ? iq_copy_plan(batch->dsts[i], IQ_EXPECT_ANY, batch->srcs[i],
                                           IQ_EXPECT_ANY, batch->sizes[i], &work)
                            : CUDA_ERROR_INVALID_VALUE;
        if (!r)
            r = iq_copy_submit(stream, &work, false);
        if (r && fail)
            *fail = i;
    }
    return iq_leave(r);
}
DRIVER(cuMemcpyBatchAsync, (CUdeviceptr * dsts, CUdeviceptr *srcs, size_t *sizes, size_t count,
                            CUmemcpyAttributes *attrs, size_t *attr_at, size_t attr_count,
                            size_t *fail, CUstream stream))
{
    return copy_batch(
        &(struct batched_copies){ dsts, srcs, sizes, count, attrs, attr_at, attr_count }, fail,
        stream);
}
DRIVER(cuMemcpyBatchAsync_ptsz, (CUdeviceptr * dsts, CUdeviceptr *srcs, size_t *sizes, size_t count,
                                 CUmemcpyAttributes *attrs, size_t *attr_at, size_t attr_count,
                                 size_t *fail, CUstream stream))
{
    return copy_batch(
        &(struct batched_copies){ dsts, srcs, sizes, count, attrs, attr_at, attr_count }, fail,
        iq_per_thread(stream));
}
DRIVER(cuMemcpyBatchAsync_v2,
       (CUdeviceptr * dsts, CUdeviceptr *srcs, size_t *sizes, size_t count,
        CUmemcpyAttributes *attrs, size_t *attr_at, size_t attr_count, CUstream stream))
{
    return copy_batch(
        &(struct batched_copies){ dsts, srcs, sizes, count, attrs, attr_at, attr_count }, NULL,
        stream);
}
DRIVER(cuMemcpyBatchAsync_v2_ptsz,
       (CUdeviceptr * dsts, CUdeviceptr *srcs, size_t *sizes, size_t count,
        CUmemcpyAttributes *attrs, size_t *attr_at, size_t attr_count, CUstream stream))
{
    return copy_batch(
        &(struct batched_copies){ dsts, srcs, sizes, count, attrs, attr_at, attr_count }, NULL,
        iq_per_thread(stream));
}

static CUresult box_operand(const CUmemcpy3DOperand *from, const CUDA_MEMCPY3D_BATCH_OP *op,
                            size_t *element, CUmemorytype *type)
{
    struct iq_array *array;
    if (from->type == CU_MEMCPY_OPERAND_TYPE_POINTER) {
        *type = CU_MEMORYTYPE_UNIFIED;
        return CUDA_SUCCESS;
    }
    (void)op;
    *type = CU_MEMORYTYPE_ARRAY;
    CUresult r = from->type == CU_MEMCPY_OPERAND_TYPE_ARRAY
                     ? iq_array_get(from->op.array.array, &array)
                     : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *element = array->element;
    return r;
}

static CUresult box_of_op(const CUDA_MEMCPY3D_BATCH_OP *op, CUDA_MEMCPY3D *box_out)
{
    size_t element = 1;
    *box_out = (CUDA_MEMCPY3D){ .Height = op->extent.height, .Depth = op->extent.depth };
    CUresult r = box_operand(&op->src, op, &element, &box_out->srcMemoryType);
    if (!r)
        r = box_operand(&op->dst, op, &element, &box_out->dstMemoryType);
    box_out->WidthInBytes = op->extent.width * element;
    if (box_out->srcMemoryType == CU_MEMORYTYPE_ARRAY) {
        box_out->srcArray = op->src.op.array.array;
        box_out->srcXInBytes = op->src.op.array.offset.x * element;
        box_out->srcY = op->src.op.array.offset.y;
        box_out->srcZ = op->src.op.array.offset.z;
    } else {
        box_out->srcDevice = op->src.op.ptr.ptr;
        box_out->srcPitch =
            (op->src.op.ptr.rowLength ? op->src.op.ptr.rowLength : op->extent.width) * element;
        box_out->srcHeight =
            op->src.op.ptr.layerHeight ? op->src.op.ptr.layerHeight : op->extent.height;
    }
    if (box_out->dstMemoryType == CU_MEMORYTYPE_ARRAY) {
        box_out->dstArray = op->dst.op.array.array;
        box_out->dstXInBytes = op->dst.op.array.offset.x * element;
        box_out->dstY = op->dst.op.array.offset.y;
        box_out->dstZ = op->dst.op.array.offset.z;
    } else {
        box_out->dstDevice = op->dst.op.ptr.ptr;
        box_out->dstPitch =
            (op->dst.op.ptr.rowLength ? op->dst.op.ptr.rowLength : op->extent.width) * element;
        box_out->dstHeight =
            op->dst.op.ptr.layerHeight ? op->dst.op.ptr.layerHeight : op->extent.height;
    }
    return r;
}

static CUresult box_batch(size_t count, const CUDA_MEMCPY3D_BATCH_OP *ops, size_t *fail,
                          unsigned long long flags, CUstream handle)
{
    struct iq_ctx *ctx;
    struct iq_stream *stream;
    CUresult r = enter_stream(handle, &ctx, &stream);
    if (fail)
        *fail = SIZE_MAX;
    if (!r && (!count || !ops || flags || stream->legacy))
        r = CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count && !r; i++) {
        CUDA_MEMCPY3D plain;
        struct iq_copy_work work;
        r = box_of_op(&ops[i], &plain);
        if (!r)
            r = iq_copy_plan_3d(&plain, &work);
        if (!r)
            r = iq_copy_submit(stream, &work, false);
        if (r && fail)
            *fail = i;
    }
    return iq_leave(r);
}
DRIVER(cuMemcpy3DBatchAsync, (size_t count, CUDA_MEMCPY3D_BATCH_OP *ops, size_t *fail,
                              unsigned long long flags, CUstream stream))
{
    return box_batch(count, ops, fail, flags, stream);
}
DRIVER(cuMemcpy3DBatchAsync_ptsz, (size_t count, CUDA_MEMCPY3D_BATCH_OP *ops, size_t *fail,
                                   unsigned long long flags, CUstream stream))
{
    return box_batch(count, ops, fail, flags, iq_per_thread(stream));
}
DRIVER(cuMemcpy3DBatchAsync_v2,
       (size_t count, CUDA_MEMCPY3D_BATCH_OP *ops, unsigned long long flags, CUstream stream))
{
    return box_batch(count, ops, NULL, flags, stream);
}
DRIVER(cuMemcpy3DBatchAsync_v2_ptsz,
       (size_t count, CUDA_MEMCPY3D_BATCH_OP *ops, unsigned long long flags, CUstream stream))
{
    return box_batch(count, ops, NULL, flags, iq_per_thread(stream));
}
