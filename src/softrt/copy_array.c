/* Copies that concern arrays, and those in three dimensions. Where an array takes part, the runtime
 * counts the first coordinate in elements; the driver always counts bytes. */
#include "softrt/softrt.h"

static int side_types(int kind, CUmemorytype *src, CUmemorytype *dst)
{
    *src = *dst = CU_MEMORYTYPE_UNIFIED;
    switch (kind) {
    case cudaMemcpyHostToDevice: *src = CU_MEMORYTYPE_HOST, *dst = CU_MEMORYTYPE_DEVICE; return 0;
    case cudaMemcpyDeviceToHost: *src = CU_MEMORYTYPE_DEVICE, *dst = CU_MEMORYTYPE_HOST; return 0;
    case cudaMemcpyDeviceToDevice: *src = *dst = CU_MEMORYTYPE_DEVICE; return 0;
    case cudaMemcpyHostToHost:
    case cudaMemcpyDefault: return 0;
    default: return cudaErrorInvalidMemcpyDirection;
    }
}

static void set_src(CUDA_MEMCPY3D *copy, const void *pointer, size_t pitch, size_t height)
{
    copy->srcHost = pointer;
    copy->srcDevice = iq_dptr(pointer);
    copy->srcPitch = pitch;
    copy->srcHeight = height;
}

static void set_dst(CUDA_MEMCPY3D *copy, void *pointer, size_t pitch, size_t height)
{
    copy->dstHost = pointer;
    copy->dstDevice = iq_dptr(pointer);
    copy->dstPitch = pitch;
    copy->dstHeight = height;
}

/* Element size of the arrays taking part, 1 without one. */
static int element_of(cudaArray_t src, cudaArray_t dst, size_t *bytes)
{
    size_t other = 0;
    int code = 0;

    *bytes = 1;
    if (src)
        code = iq_rt_array_element(src, bytes);
    if (code == 0 && dst)
        code = iq_rt_array_element(dst, src ? &other : bytes);
    if (code == 0 && src && dst && other != *bytes)
        code = cudaErrorInvalidValue;
    return code;
}

int iq_rt_copy3d(const struct cudaMemcpy3DParms *p, CUDA_MEMCPY3D *out)
{
    size_t element = 1;
    int code = side_types((int)p->kind, &out->srcMemoryType, &out->dstMemoryType);
    CUmemorytype src = out->srcMemoryType, dst = out->dstMemoryType;

    if (code == 0 && (!p->srcArray == !p->srcPtr.ptr || !p->dstArray == !p->dstPtr.ptr))
        code = cudaErrorInvalidValue;
    if (code == 0)
        code = element_of(p->srcArray, p->dstArray, &element);
    if (code != 0)
        return code;
    memset(out, 0, sizeof *out);
    out->srcMemoryType = p->srcArray ? CU_MEMORYTYPE_ARRAY : src;
    out->dstMemoryType = p->dstArray ? CU_MEMORYTYPE_ARRAY : dst;
    out->srcXInBytes = p->srcPos.x * (p->srcArray ? element : 1);
    out->srcY = p->srcPos.y;
    out->srcZ = p->srcPos.z;
    out->dstXInBytes = p->dstPos.x * (p->dstArray ? element : 1);
    out->dstY = p->dstPos.y;
    out->dstZ = p->dstPos.z;
    out->WidthInBytes = p->extent.width * element;
    out->Height = p->extent.height;
    out->Depth = p->extent.depth;
    if (p->srcArray)
        out->srcArray = iq_array(p->srcArray);
    else
        set_src(out, p->srcPtr.ptr, p->srcPtr.pitch, p->srcPtr.ysize);
    if (p->dstArray)
        out->dstArray = iq_array(p->dstArray);
    else
        set_dst(out, p->dstPtr.ptr, p->dstPtr.pitch, p->dstPtr.ysize);
    return 0;
}

void iq_rt_copy3d_back(const CUDA_MEMCPY3D *copy, struct cudaMemcpy3DParms *p)
{
    size_t element = 1;
    bool src_host = copy->srcMemoryType == CU_MEMORYTYPE_HOST,
         dst_host = copy->dstMemoryType == CU_MEMORYTYPE_HOST;

    memset(p, 0, sizeof *p);
    if (copy->srcMemoryType == CU_MEMORYTYPE_ARRAY)
        p->srcArray = (cudaArray_t)(void *)copy->srcArray;
    else
        p->srcPtr = (struct cudaPitchedPtr){ src_host ? (void *)(uintptr_t)copy->srcHost
                                                      : iq_hptr(copy->srcDevice),
                                             copy->srcPitch, copy->WidthInBytes, copy->srcHeight };
    if (copy->dstMemoryType == CU_MEMORYTYPE_ARRAY)
        p->dstArray = (cudaArray_t)(void *)copy->dstArray;
    else
        p->dstPtr = (struct cudaPitchedPtr){ dst_host ? copy->dstHost : iq_hptr(copy->dstDevice),
                                             copy->dstPitch, copy->WidthInBytes, copy->dstHeight };
    if (element_of(p->srcArray, p->dstArray, &element) != 0 || element == 0)
        element = 1;
    p->srcPos =
        (struct cudaPos){ copy->srcXInBytes / (p->srcArray ? element : 1), copy->srcY, copy->srcZ };
    p->dstPos =
        (struct cudaPos){ copy->dstXInBytes / (p->dstArray ? element : 1), copy->dstY, copy->dstZ };
    p->extent = (struct cudaExtent){ copy->WidthInBytes / element, copy->Height, copy->Depth };
    p->kind = cudaMemcpyDefault;
    if (src_host || dst_host)
        p->kind = src_host && dst_host ? cudaMemcpyHostToHost
                  : src_host           ? cudaMemcpyHostToDevice
                                       : cudaMemcpyDeviceToHost;
    else if (copy->srcMemoryType != CU_MEMORYTYPE_UNIFIED &&
             copy->dstMemoryType != CU_MEMORYTYPE_UNIFIED)
        p->kind = cudaMemcpyDeviceToDevice;
}

static int run(const CUDA_MEMCPY3D *copy, bool async, bool pt, cudaStream_t stream)
{
    return (int)(async ? iq_drv.Memcpy3DAsync(copy, stream)
                       : (pt ? iq_drv.Memcpy3D_ptds : iq_drv.Memcpy3D)(copy));
}

static int copy_3d(const struct cudaMemcpy3DParms *p, bool async, bool pt, cudaStream_t stream)
{
    CUDA_MEMCPY3D copy;
    int code;

    if (!p)
        return cudaErrorInvalidValue;
    if (p->extent.width == 0 || p->extent.height == 0 || p->extent.depth == 0)
        return 0;
    code = iq_rt_copy3d(p, &copy);
    return code == 0 ? run(&copy, async, pt, stream) : code;
}

IQ_RT_SYNC(cudaMemcpy3D, (const struct cudaMemcpy3DParms *p), copy_3d(p, false, pt, NULL))
IQ_RT_STREAM(cudaMemcpy3DAsync, (const struct cudaMemcpy3DParms *p, cudaStream_t stream),
             copy_3d(p, true, false, stream))

static int copy_3d_peer(const struct cudaMemcpy3DPeerParms *p, bool async, bool pt,
                        cudaStream_t stream)
{
    struct cudaMemcpy3DParms plain = { 0 };
    CUDA_MEMCPY3D copy;
    CUDA_MEMCPY3D_PEER peer;
    int code;

    if (!p)
        return cudaErrorInvalidValue;
    if (p->extent.width == 0 || p->extent.height == 0 || p->extent.depth == 0)
        return 0;
    if (iq_rt_bad_device(p->srcDevice) || iq_rt_bad_device(p->dstDevice))
        return cudaErrorInvalidDevice;
    plain.srcArray = p->srcArray, plain.srcPos = p->srcPos, plain.srcPtr = p->srcPtr;
    plain.dstArray = p->dstArray, plain.dstPos = p->dstPos, plain.dstPtr = p->dstPtr;
    plain.extent = p->extent;
    plain.kind = cudaMemcpyDeviceToDevice;
    code = iq_rt_copy3d(&plain, &copy);
    if (code != 0)
        return code;
    /* the same but for the contexts in the reserved places */
    memcpy(&peer, &copy, sizeof peer);
    code = iq_rt_primary(p->srcDevice, &peer.srcContext);
    if (code == 0)
        code = iq_rt_primary(p->dstDevice, &peer.dstContext);
    if (code != 0)
        return code;
    return (int)(async ? iq_drv.Memcpy3DPeerAsync(&peer, stream)
                       : (pt ? iq_drv.Memcpy3DPeer_ptds : iq_drv.Memcpy3DPeer)(&peer));
}

_Static_assert(sizeof(CUDA_MEMCPY3D) == sizeof(CUDA_MEMCPY3D_PEER),
               "the two copy descriptions differ only in two pointers");

IQ_RT_SYNC(cudaMemcpy3DPeer, (const struct cudaMemcpy3DPeerParms *p),
           copy_3d_peer(p, false, pt, NULL))
IQ_RT_STREAM(cudaMemcpy3DPeerAsync, (const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream),
             copy_3d_peer(p, true, false, stream))

/* One rectangle with an array on at least one side.  Offsets and width in bytes. */
struct rect {
    bool from_array, to_array;
    cudaArray_const_t src_array;
    const void *src;
    size_t spitch, src_x, src_y;
    cudaArray_t dst_array;
    void *dst;
    size_t dpitch, dst_x, dst_y;
    size_t width, height;
    int kind;
};

/* The kind must not contradict that arrays are device memory. */
static bool kind_suits(const struct rect *r)
{
    bool to_host = r->kind == cudaMemcpyDeviceToHost, from_host = r->kind == cudaMemcpyHostToDevice;

    return r->kind != cudaMemcpyHostToHost && !(r->to_array && to_host) &&
           !(r->from_array && from_host);
}

static int rect_copy(const struct rect *r, CUDA_MEMCPY3D *copy)
{
    CUmemorytype src, dst;
    int code = side_types(r->kind, &src, &dst);

    if (code == 0 && !kind_suits(r))
        code = cudaErrorInvalidMemcpyDirection;
    if (code != 0)
        return code;
    memset(copy, 0, sizeof *copy);
    copy->srcMemoryType = r->from_array ? CU_MEMORYTYPE_ARRAY : src;
    copy->dstMemoryType = r->to_array ? CU_MEMORYTYPE_ARRAY : dst;
    if (!r->from_array)
        set_src(copy, r->src, r->spitch, r->height);
    if (!r->to_array)
        set_dst(copy, r->dst, r->dpitch, r->height);
    copy->srcArray = iq_array(r->src_array);
    copy->dstArray = iq_array(r->dst_array);
    copy->srcXInBytes = r->src_x, copy->srcY = r->src_y;
    copy->dstXInBytes = r->dst_x, copy->dstY = r->dst_y;
    copy->WidthInBytes = r->width, copy->Height = r->height, copy->Depth = 1;
    return 0;
}

static int copy_rect(struct rect r, bool async, bool pt, cudaStream_t stream)
{
    CUDA_MEMCPY3D copy;
    int code;

    if (r.width == 0 || r.height == 0)
        return 0;
    if ((r.from_array && !r.src_array) || (r.to_array && !r.dst_array))
        return cudaErrorInvalidResourceHandle;
    code = rect_copy(&r, &copy);
    if (code == 0 && ((!r.from_array && r.width > r.spitch) || (!r.to_array && r.width > r.dpitch)))
        code = cudaErrorInvalidPitchValue;
    return code == 0 ? run(&copy, async, pt, stream) : code;
}

#define TO_ARRAY                                                                             \
    ((struct rect){ false, true, NULL, src, spitch, 0, 0, dst, NULL, 0, x, y, width, height, \
                    (int)kind })
#define FROM_ARRAY                                                                           \
    ((struct rect){ true, false, src, NULL, 0, x, y, NULL, dst, dpitch, 0, 0, width, height, \
                    (int)kind })
#define ARRAY_ARRAY                                                                            \
    ((struct rect){ true, true, src, NULL, 0, src_x, src_y, dst, NULL, 0, dst_x, dst_y, width, \
                    height, (int)kind })
IQ_RT_SYNC(cudaMemcpy2DToArray,
           (cudaArray_t dst, size_t x, size_t y, const void *src, size_t spitch, size_t width,
            size_t height, enum cudaMemcpyKind kind),
           copy_rect(TO_ARRAY, false, pt, NULL))
IQ_RT_SYNC(cudaMemcpy2DFromArray,
           (void *dst, size_t dpitch, cudaArray_const_t src, size_t x, size_t y, size_t width,
            size_t height, enum cudaMemcpyKind kind),
           copy_rect(FROM_ARRAY, false, pt, NULL))
IQ_RT_SYNC(cudaMemcpy2DArrayToArray,
           (cudaArray_t dst, size_t dst_x, size_t dst_y, cudaArray_const_t src, size_t src_x,
            size_t src_y, size_t width, size_t height, enum cudaMemcpyKind kind),
           copy_rect(ARRAY_ARRAY, false, pt, NULL))
IQ_RT_STREAM(cudaMemcpy2DToArrayAsync,
             (cudaArray_t dst, size_t x, size_t y, const void *src, size_t spitch, size_t width,
              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream),
             copy_rect(TO_ARRAY, true, false, stream))
IQ_RT_STREAM(cudaMemcpy2DFromArrayAsync,
             (void *dst, size_t dpitch, cudaArray_const_t src, size_t x, size_t y, size_t width,
              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream),
             copy_rect(FROM_ARRAY, true, false, stream))

/* The rest of this file: [count] bytes in a row, which fill the array line by line from (x bytes,
 * y). */
struct run {
    cudaArray_t array;
    size_t x, y;
    char *memory;
    size_t count;
    int kind;
    bool to;
};

static int run_piece(const struct run *r, const size_t at[3], size_t width, size_t height,
                     bool async, cudaStream_t stream)
{
    CUDA_MEMCPY3D copy;
    struct rect part = {
        .from_array = !r->to, .to_array = r->to, .width = width, .height = height, .kind = r->kind
    };
    int code;

    if (width == 0 || height == 0)
        return 0;
    if (r->to) {
        part.src = r->memory + at[2], part.spitch = width;
        part.dst_array = r->array, part.dst_x = at[0], part.dst_y = at[1];
    } else {
        part.dst = r->memory + at[2], part.dpitch = width;
        part.src_array = r->array, part.src_x = at[0], part.src_y = at[1];
    }
    code = rect_copy(&part, &copy);
    return code == 0 ? run(&copy, async, false, stream) : code;
}

static int copy_run(struct run r, bool async, cudaStream_t stream)
{
    CUDA_ARRAY3D_DESCRIPTOR desc;
    size_t line, total, first, lines, start;
    int code;

    if (r.count == 0)
        return 0;
    if (!r.array)
        return cudaErrorInvalidResourceHandle;
    memset(&desc, 0, sizeof desc);
    code = (int)iq_drv.Array3DGetDescriptor(&desc, iq_array(r.array));
    if (code != 0)
        return code;
    line = desc.Width * iq_rt_format_bytes(desc.Format, desc.NumChannels);
    total = line * (desc.Height ? desc.Height : 1);
    if (line == 0 || __builtin_mul_overflow(r.y, line, &start) ||
        __builtin_add_overflow(start, r.x, &start) || start > total || r.count > total - start)
        return cudaErrorInvalidValue;
    r.x = start % line;
    r.y = start / line;
    first = r.x == 0 ? 0 : line - r.x < r.count ? line - r.x : r.count;
    lines = (r.count - first) / line;
    code = run_piece(&r, (const size_t[]){ r.x, r.y, 0 }, first, 1, async, stream);
    r.y += first ? 1 : 0;
    if (code == 0)
        code = run_piece(&r, (const size_t[]){ 0, r.y, first }, line, lines, async, stream);
    if (code == 0)
        code = run_piece(&r, (const size_t[]){ 0, r.y + lines, first + lines * line },
                         r.count - first - lines * line, 1, async, stream);
    return code;
}

#define RUN_TO ((struct run){ dst, x, y, (char *)(uintptr_t)src, count, (int)kind, true })
#define RUN_FROM ((struct run){ (cudaArray_t)(uintptr_t)src, x, y, dst, count, (int)kind, false })
IQ_RT_SYNC(cudaMemcpyToArray,
           (cudaArray_t dst, size_t x, size_t y, const void *src, size_t count,
            enum cudaMemcpyKind kind),
           ((void)pt, copy_run(RUN_TO, false, NULL)))
IQ_RT_SYNC(cudaMemcpyFromArray,
           (void *dst, cudaArray_const_t src, size_t x, size_t y, size_t count,
            enum cudaMemcpyKind kind),
           ((void)pt, copy_run(RUN_FROM, false, NULL)))
IQ_RT_STREAM(cudaMemcpyToArrayAsync,
             (cudaArray_t dst, size_t x, size_t y, const void *src, size_t count,
              enum cudaMemcpyKind kind, cudaStream_t stream),
             copy_run(RUN_TO, true, stream))
IQ_RT_STREAM(cudaMemcpyFromArrayAsync,
             (void *dst, cudaArray_const_t src, size_t x, size_t y, size_t count,
              enum cudaMemcpyKind kind, cudaStream_t stream),
             copy_run(RUN_FROM, true, stream))
/* Lines of equal length only, which is what anyone ever used it for. */
static int copy_between(struct rect r, size_t count)
{
    CUDA_ARRAY3D_DESCRIPTOR desc;
    size_t line;
    int code;

    if (count == 0)
        return 0;
    if (!r.src_array || !r.dst_array)
        return cudaErrorInvalidResourceHandle;
    memset(&desc, 0, sizeof desc);
    code = (int)iq_drv.Array3DGetDescriptor(&desc, iq_array(r.dst_array));
    if (code != 0)
        return code;
    line = desc.Width * iq_rt_format_bytes(desc.Format, desc.NumChannels);
    r.width = count < line ? count : line;
    r.height = r.width ? count / r.width : 0;
    if (r.width == 0 || count % r.width != 0)
        return cudaErrorInvalidValue;
    return copy_rect(r, false, false, NULL);
}

IQ_RT_SYNC(cudaMemcpyArrayToArray,
           (cudaArray_t dst, size_t dst_x, size_t dst_y, cudaArray_const_t src, size_t src_x,
            size_t src_y, size_t count, enum cudaMemcpyKind kind),
           ((void)pt, copy_between(((struct rect){ true, true, src, NULL, 0, src_x, src_y, dst,
                                                   NULL, 0, dst_x, dst_y, 0, 0, (int)kind }),
                                   count)))
