/* Driver API: memset.  Even the synchronous calls do not wait for device memory; host memory is
 * filled at once. */
#include "softdev/capture.h"

struct fill {
    CUdeviceptr address;
    size_t pitch, width, height;
    uint32_t value, element;
};

/* Memory of another device than the stream's needs peer access. */
static bool is_foreign(const struct iq_stream *stream, uint64_t address)
{
    const struct iq_alloc *alloc = iq_alloc_find(address);
    return alloc && alloc->device && alloc->kind != IQ_ALLOC_MANAGED &&
           alloc->device != stream->ctx->device &&
           !(stream->ctx->peers >> alloc->device->ordinal & 1) &&
           !(alloc->accessed_by >> stream->ctx->device->ordinal & 1);
}

static CUresult fill(struct fill what, CUstream handle, bool blocking)
{
    struct iq_ctx *ctx;
    struct iq_stream *stream;
    struct iq_work work = { .kind = IQ_WORK_FILL };
    CUresult r = iq_enter_for_stream(&ctx);
    if (!r)
        r = iq_stream_get(handle, ctx, &stream);
    if (!r && stream->ctx != ctx)
        r = iq_ctx_usable(stream->ctx);
    if (!r)
        r = iq_fill_plan(what.address, what.pitch, what.width, what.height, what.value,
                         what.element, &work.u.fill);
    if (!r && work.u.fill.width && is_foreign(stream, what.address))
        r = CUDA_ERROR_INVALID_VALUE;
    if (r || !work.u.fill.width)
        return iq_leave(r);
    const struct iq_alloc *alloc = iq_alloc_find(what.address);
    if (!stream->capture && iq_alloc_rests(alloc))
        return iq_leave(CUDA_ERROR_INVALID_VALUE);
    if (blocking && (!iq_alloc_is_device(alloc) || alloc->sync_memops))
        return iq_leave(iq_stream_run(stream, &work));
    return iq_leave(iq_stream_enqueue(stream, &work));
}

#define FILL_API(bits, type)                                                                       \
    DRIVER(cuMemsetD##bits##_v2, (CUdeviceptr address, type value, size_t count))                  \
    {                                                                                              \
        return fill((struct fill){ address, 0, count, 1, value, bits / 8 }, NULL, true);           \
    }                                                                                              \
    DRIVER(cuMemsetD##bits##_v2_ptds, (CUdeviceptr address, type value, size_t count))             \
    {                                                                                              \
        return fill((struct fill){ address, 0, count, 1, value, bits / 8 }, CU_STREAM_PER_THREAD,  \
                    true);                                                                         \
    }                                                                                              \
    DRIVER(cuMemsetD##bits##Async,                                                                 \
           (CUdeviceptr address, type value, size_t count, CUstream stream))                       \
    {                                                                                              \
        return fill((struct fill){ address, 0, count, 1, value, bits / 8 }, stream, false);        \
    }                                                                                              \
    DRIVER(cuMemsetD##bits##Async_ptsz,                                                            \
           (CUdeviceptr address, type value, size_t count, CUstream stream))                       \
    {                                                                                              \
        return fill((struct fill){ address, 0, count, 1, value, bits / 8 }, iq_per_thread(stream), \
                    false);                                                                        \
    }                                                                                              \
    DRIVER(cuMemsetD2D##bits##_v2,                                                                 \
           (CUdeviceptr address, size_t pitch, type value, size_t width, size_t height))           \
    {                                                                                              \
        return fill((struct fill){ address, pitch, width, height, value, bits / 8 }, NULL, true);  \
    }                                                                                              \
    DRIVER(cuMemsetD2D##bits##_v2_ptds,                                                            \
           (CUdeviceptr address, size_t pitch, type value, size_t width, size_t height))           \
    {                                                                                              \
        return fill((struct fill){ address, pitch, width, height, value, bits / 8 },               \
                    CU_STREAM_PER_THREAD, true);                                                   \
    }                                                                                              \
    DRIVER(cuMemsetD2D##bits##Async, (CUdeviceptr address, size_t pitch, type value, size_t width, \
                                      size_t height, CUstream stream))                             \
    {                                                                                              \
        return fill((struct fill){ address, pitch, width, height, value, bits / 8 }, stream,       \
                    false);                                                                        \
    }                                                                                              \
    DRIVER(cuMemsetD2D##bits##Async_ptsz, (CUdeviceptr address, size_t pitch, type value,          \
                                           size_t width, size_t height, CUstream stream))          \
    {                                                                                              \
        return fill((struct fill){ address, pitch, width, height, value, bits / 8 },               \
                    iq_per_thread(stream), false);                                                 \
    }
FILL_API(8, unsigned char)
FILL_API(16, unsigned short)
FILL_API(32, unsigned)
