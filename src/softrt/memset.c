/* Memory set to a byte in one, two and three dimensions. */
#include "softrt/softrt.h"

static int set_1d(void *dst, int value, size_t count, bool pt)
{
    if (count == 0)
        return 0;
    return (int)(pt ? iq_drv.MemsetD8_ptds : iq_drv.MemsetD8)(iq_dptr(dst), (unsigned char)value,
                                                              count);
}

struct area {
    void *dst;
    size_t pitch, rows_per_slice, width, height, depth;
    int value;
};

static int set_rows(CUdeviceptr at, const struct area *a, size_t rows, bool async, bool pt,
                    cudaStream_t stream)
{
    unsigned char value = (unsigned char)a->value;

    if (rows == 1)
        return (int)(async ? iq_drv.MemsetD8Async(at, value, a->width, stream)
                           : (pt ? iq_drv.MemsetD8_ptds : iq_drv.MemsetD8)(at, value, a->width));
    return (int)(async ? iq_drv.MemsetD2D8Async(at, a->pitch, value, a->width, rows, stream)
                       : (pt ? iq_drv.MemsetD2D8_ptds : iq_drv.MemsetD2D8)(at, a->pitch, value,
                                                                           a->width, rows));
}

static int set_area(struct area a, bool async, bool pt, cudaStream_t stream)
{
    CUdeviceptr at = iq_dptr(a.dst);
    int code = 0;

    if (a.width == 0 || a.height == 0 || a.depth == 0)
        return 0;
    if (a.depth == 1 || a.height == a.rows_per_slice)
        return set_rows(at, &a, a.height * a.depth, async, pt, stream);
    for (size_t z = 0; z < a.depth && code == 0; z++)
        code = set_rows(at + z * a.pitch * a.rows_per_slice, &a, a.height, async, pt, stream);
    return code;
}

#define AREA2 ((struct area){ dst, pitch, height, width, height, 1, value })
#define AREA3                                                                                 \
    ((struct area){ dst.ptr, dst.pitch, dst.ysize, extent.width, extent.height, extent.depth, \
                    value })
IQ_RT_SYNC(cudaMemset, (void *dst, int value, size_t count), set_1d(dst, value, count, pt))
IQ_RT_STREAM(cudaMemsetAsync, (void *dst, int value, size_t count, cudaStream_t stream),
             count ? iq_drv.MemsetD8Async(iq_dptr(dst), (unsigned char)value, count, stream)
                   : CUDA_SUCCESS)
IQ_RT_SYNC(cudaMemset2D, (void *dst, size_t pitch, int value, size_t width, size_t height),
           set_area(AREA2, false, pt, NULL))
IQ_RT_STREAM(cudaMemset2DAsync,
             (void *dst, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream),
             set_area(AREA2, true, false, stream))
IQ_RT_SYNC(cudaMemset3D, (struct cudaPitchedPtr dst, int value, struct cudaExtent extent),
           set_area(AREA3, false, pt, NULL))
IQ_RT_STREAM(cudaMemset3DAsync,
             (struct cudaPitchedPtr dst, int value, struct cudaExtent extent, cudaStream_t stream),
             set_area(AREA3, true, false, stream))
