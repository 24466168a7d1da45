/* Copies between plain addresses: one and two dimensions, between devices, symbols, batches. The
 * runtime itself refuses only a bad kind (21), a pitch below the width (12) and a bad device (101);
 * all else is the driver's. */
#include "softrt/softrt.h"

static bool kind_known(int kind)
{
    return kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault;
}

static int copy_1d(void *dst, const void *src, size_t count, int kind, bool pt)
{
    CUdeviceptr to = iq_dptr(dst), from = iq_dptr(src);

    if (count == 0)
        return 0;
    switch (kind) {
    case cudaMemcpyHostToDevice:
        return (int)(pt ? iq_drv.MemcpyHtoD_ptds : iq_drv.MemcpyHtoD)(to, src, count);
    case cudaMemcpyDeviceToHost:
        return (int)(pt ? iq_drv.MemcpyDtoH_ptds : iq_drv.MemcpyDtoH)(dst, from, count);
    case cudaMemcpyDeviceToDevice:
        return (int)(pt ? iq_drv.MemcpyDtoD_ptds : iq_drv.MemcpyDtoD)(to, from, count);
    case cudaMemcpyHostToHost:
    case cudaMemcpyDefault: return (int)(pt ? iq_drv.Memcpy_ptds : iq_drv.Memcpy)(to, from, count);
    default: return cudaErrorInvalidMemcpyDirection;
    }
}

static int copy_1d_async(void *dst, const void *src, size_t count, int kind, cudaStream_t stream)
{
    CUdeviceptr to = iq_dptr(dst), from = iq_dptr(src);

    if (count == 0)
        return 0;
    switch (kind) {
    case cudaMemcpyHostToDevice: return (int)iq_drv.MemcpyHtoDAsync(to, src, count, stream);
    case cudaMemcpyDeviceToHost: return (int)iq_drv.MemcpyDtoHAsync(dst, from, count, stream);
    case cudaMemcpyDeviceToDevice: return (int)iq_drv.MemcpyDtoDAsync(to, from, count, stream);
    case cudaMemcpyHostToHost:
    case cudaMemcpyDefault: return (int)iq_drv.MemcpyAsync(to, from, count, stream);
    default: return cudaErrorInvalidMemcpyDirection;
    }
}

IQ_RT_SYNC(cudaMemcpy, (void *dst, const void *src, size_t count, enum cudaMemcpyKind kind),
           copy_1d(dst, src, count, (int)kind, pt))
IQ_RT_STREAM(cudaMemcpyAsync,
             (void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
              cudaStream_t stream),
             copy_1d_async(dst, src, count, (int)kind, stream))

struct plane {
    void *dst;
    size_t dpitch;
    const void *src;
    size_t spitch, width, height;
    int kind;
};

/* 0: go on with [copy]; -1: nothing to do; else the error. */
static int plane_prepare(const struct plane *p, CUDA_MEMCPY2D *copy)
{
    if (p->width == 0 || p->height == 0)
        return -1;
    if (!kind_known(p->kind))
        return cudaErrorInvalidMemcpyDirection;
    if (p->width > p->dpitch || p->width > p->spitch)
        return cudaErrorInvalidPitchValue;
    memset(copy, 0, sizeof *copy);
    copy->srcMemoryType = copy->dstMemoryType = CU_MEMORYTYPE_UNIFIED;
    if (p->kind == cudaMemcpyHostToDevice || p->kind == cudaMemcpyDeviceToDevice)
        copy->dstMemoryType = CU_MEMORYTYPE_DEVICE;
    if (p->kind == cudaMemcpyDeviceToHost || p->kind == cudaMemcpyDeviceToDevice)
        copy->srcMemoryType = CU_MEMORYTYPE_DEVICE;
    if (p->kind == cudaMemcpyHostToDevice)
        copy->srcMemoryType = CU_MEMORYTYPE_HOST;
    if (p->kind == cudaMemcpyDeviceToHost)
        copy->dstMemoryType = CU_MEMORYTYPE_HOST;
    copy->srcHost = p->src;
    copy->srcDevice = iq_dptr(p->src);
    copy->srcPitch = p->spitch;
    copy->dstHost = p->dst;
    copy->dstDevice = iq_dptr(p->dst);
    copy->dstPitch = p->dpitch;
    copy->WidthInBytes = p->width;
    copy->Height = p->height;
    return 0;
}

static int copy_2d(struct plane p, bool pt)
{
    CUDA_MEMCPY2D copy;
    int code = plane_prepare(&p, &copy);

    if (code == 0)
        code = (int)(pt ? iq_drv.Memcpy2DUnaligned_ptds : iq_drv.Memcpy2DUnaligned)(&copy);
    return code == -1 ? 0 : code;
}

static int copy_2d_async(struct plane p, cudaStream_t stream)
{
    CUDA_MEMCPY2D copy;
    int code = plane_prepare(&p, &copy);

    if (code == 0)
        code = (int)iq_drv.Memcpy2DAsync(&copy, stream);
    return code == -1 ? 0 : code;
}

#define PLANE ((struct plane){ dst, dpitch, src, spitch, width, height, (int)kind })
IQ_RT_SYNC(cudaMemcpy2D,
           (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
            enum cudaMemcpyKind kind),
           copy_2d(PLANE, pt))
IQ_RT_STREAM(cudaMemcpy2DAsync,
             (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
              enum cudaMemcpyKind kind, cudaStream_t stream),
             copy_2d_async(PLANE, stream))

static int copy_peer(void *dst, int dst_device, const void *src, int src_device, size_t count,
                     bool async, cudaStream_t stream)
{
    CUcontext to, from;
    int code;

    if (count == 0)
        return 0;
    if (iq_rt_bad_device(dst_device) || iq_rt_bad_device(src_device))
        return cudaErrorInvalidDevice;
    code = iq_rt_primary(dst_device, &to);
    if (code == 0)
        code = iq_rt_primary(src_device, &from);
    if (code != 0)
        return code;
    return (int)(async ? iq_drv.MemcpyPeerAsync(iq_dptr(dst), to, iq_dptr(src), from, count, stream)
                       : iq_drv.MemcpyPeer(iq_dptr(dst), to, iq_dptr(src), from, count));
}

IQ_RT_CTX(cudaMemcpyPeer,
          (void *dst, int dst_device, const void *src, int src_device, size_t count),
          copy_peer(dst, dst_device, src, src_device, count, false, NULL))
IQ_RT_CTX(cudaMemcpyPeerAsync,
          (void *dst, int dst_device, const void *src, int src_device, size_t count,
           cudaStream_t stream),
          copy_peer(dst, dst_device, src, src_device, count, true, stream))

bool iq_rt_to_symbol_kind(int kind)
{
    return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice ||
           kind == cudaMemcpyDefault;
}

bool iq_rt_from_symbol_kind(int kind)
{
    return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice ||
           kind == cudaMemcpyDefault;
}

/* Address of [count] bytes at [offset] of a variable. */
static int symbol_range(const void *symbol, size_t count, size_t offset, void **address)
{
    CUdeviceptr base = 0;
    size_t size = 0, end;
    int code = iq_rt_variable(symbol, &base, &size);

    if (code != 0)
        return code;
    if (__builtin_add_overflow(count, offset, &end) || end > size)
        return cudaErrorInvalidValue;
    *address = iq_hptr(base + offset);
    return 0;
}

struct symbol_copy {
    const void *symbol;
    void *host; /* the other side */
    size_t count, offset;
    int kind;
    bool to;
};

static int copy_symbol(struct symbol_copy c, bool async, bool pt, cudaStream_t stream)
{
    void *address = NULL, *dst;
    const void *src;
    int code;

    if (c.count == 0)
        return 0;
    if (!(c.to ? iq_rt_to_symbol_kind(c.kind) : iq_rt_from_symbol_kind(c.kind)))
        return cudaErrorInvalidMemcpyDirection;
    code = symbol_range(c.symbol, c.count, c.offset, &address);
    if (code != 0)
        return code;
    dst = c.to ? address : c.host;
    src = c.to ? c.host : address;
    return async ? copy_1d_async(dst, src, c.count, c.kind, stream)
                 : copy_1d(dst, src, c.count, c.kind, pt);
}

#define TO_SYMBOL \
    ((struct symbol_copy){ symbol, (void *)(uintptr_t)src, count, offset, (int)kind, true })
#define FROM_SYMBOL ((struct symbol_copy){ symbol, dst, count, offset, (int)kind, false })
IQ_RT_SYNC(cudaMemcpyToSymbol,
           (const void *symbol, const void *src, size_t count, size_t offset,
            enum cudaMemcpyKind kind),
           copy_symbol(TO_SYMBOL, false, pt, NULL))
IQ_RT_SYNC(cudaMemcpyFromSymbol,
           (void *dst, const void *symbol, size_t count, size_t offset, enum cudaMemcpyKind kind),
           copy_symbol(FROM_SYMBOL, false, pt, NULL))
IQ_RT_STREAM(cudaMemcpyToSymbolAsync,
             (const void *symbol, const void *src, size_t count, size_t offset,
              enum cudaMemcpyKind kind, cudaStream_t stream),
             copy_symbol(TO_SYMBOL, true, false, stream))
IQ_RT_STREAM(cudaMemcpyFromSymbolAsync,
             (void *dst, const void *symbol, size_t count, size_t offset, enum cudaMemcpyKind kind,
              cudaStream_t stream),
             copy_symbol(FROM_SYMBOL, true, false, stream))

static int symbol_address(void **out, const void *symbol)
{
    CUdeviceptr address = 0;
    size_t size = 0;
    int code;

    if (!out)
        return cudaErrorInvalidValue;
    code = iq_rt_variable(symbol, &address, &size);
    if (code == 0)
        *out = iq_hptr(address);
    return code;
}

static int symbol_size(size_t *out, const void *symbol)
{
    CUdeviceptr address = 0;
    size_t size = 0;
    int code;

    if (!out)
        return cudaErrorInvalidValue;
    code = iq_rt_variable(symbol, &address, &size);
    if (code == 0)
        *out = size;
    return code;
}

IQ_RT_CTX(cudaGetSymbolAddress, (void **out, const void *symbol), symbol_address(out, symbol))
IQ_RT_CTX(cudaGetSymbolSize, (size_t * out, const void *symbol), symbol_size(out, symbol))

struct batch {
    void *const *dsts;
    const void *const *srcs;
    const size_t *sizes;
    size_t count, *fail;
    struct cudaMemcpyAttributes *attributes;
    size_t *indices, number;
};

/* Since 13 the arguments end with the stream; 12.8 has an index of the failing copy before it. */
static int copy_batch(struct batch b, void *eighth, cudaStream_t ninth, bool per_thread)
{
    bool new_form = iq_rt_version() >= 13000;
    cudaStream_t stream = new_form ? (cudaStream_t)eighth : ninth;

    if (per_thread)
        stream = iq_rt_own_stream(stream);
    if (!new_form)
        b.fail = eighth;
    return (int)iq_drv.MemcpyBatchAsync(
        (CUdeviceptr *)b.dsts, (CUdeviceptr *)b.srcs, (size_t *)b.sizes, b.count,
        (CUmemcpyAttributes *)b.attributes, b.indices, b.number, b.fail, stream);
}

#define BATCH_PARAMS                                                                        \
    (void *const *dsts, const void *const *srcs, const size_t *sizes, size_t count,         \
     struct cudaMemcpyAttributes *attributes, size_t *indices, size_t number, void *eighth, \
     cudaStream_t ninth)
#define BATCH ((struct batch){ dsts, srcs, sizes, count, NULL, attributes, indices, number })
IQ_RT_CTX(cudaMemcpyBatchAsync, BATCH_PARAMS, copy_batch(BATCH, eighth, ninth, false))
IQ_RT_CTX(cudaMemcpyBatchAsync_ptsz, BATCH_PARAMS, copy_batch(BATCH, eighth, ninth, true))
