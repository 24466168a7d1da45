/* Allocation of every kind, registration of host memory, pointer attributes, managed memory hints.
 * Outputs are NULL after a failure; a size of 0 succeeds without memory. */
#include "softrt/softrt.h"

static int malloc_device(void **out, size_t size)
{
    CUdeviceptr address = 0;
    int code;

    if (!out)
        return cudaErrorInvalidValue;
    code = size ? (int)iq_drv.MemAlloc(&address, size) : 0;
    *out = code == 0 ? iq_hptr(address) : NULL;
    return code;
}

static int malloc_managed(void **out, size_t size, unsigned flags)
{
    CUdeviceptr address = 0;
    int code;

    if (!out)
        return cudaErrorInvalidValue;
    code = size ? (int)iq_drv.MemAllocManaged(&address, size, flags) : 0;
    *out = code == 0 ? iq_hptr(address) : NULL;
    return code;
}

static int malloc_host(void **out, size_t size, unsigned flags)
{
    void *address = NULL;
    int code;

    if (!out)
        return cudaErrorInvalidValue;
    code = size ? (int)iq_drv.MemHostAlloc(&address, size, flags) : 0;
    *out = code == 0 ? address : NULL;
    return code;
}

static int malloc_pitch(void **out, size_t *pitch, size_t width, size_t height)
{
    CUdeviceptr address = 0;
    int code = 0;

    if (!out || !pitch)
        return cudaErrorInvalidValue;
    *pitch = 0;
    if (width && height)
        code = (int)iq_drv.MemAllocPitch(&address, pitch, width, height, 4);
    *out = code == 0 ? iq_hptr(address) : NULL;
    return code;
}

static int malloc_3d(struct cudaPitchedPtr *out, struct cudaExtent extent)
{
    enum { ADDRESS_BITS = 48 };
    size_t pitch = 0, rows = 0;
    void *address = NULL;
    int code;

    if (!out || (extent.width | extent.height | extent.depth) >> ADDRESS_BITS)
        return cudaErrorInvalidValue;
    if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
        return cudaErrorMemoryAllocation;
    code = malloc_pitch(&address, &pitch, extent.width, rows);
    *out = (struct cudaPitchedPtr){ address, pitch, extent.width, extent.height };
    return code;
}

static int malloc_async(void **out, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    CUdeviceptr address = 0;
    int code = 0;

    if (!out)
        return cudaErrorInvalidValue;
    if (size && pool)
        code = (int)iq_drv.MemAllocFromPoolAsync(&address, size, pool, stream);
    else if (size)
        code = (int)iq_drv.MemAllocAsync(&address, size, stream);
    *out = code == 0 ? iq_hptr(address) : NULL;
    return code;
}

static int host_device_pointer(void **out, void *host, unsigned flags)
{
    CUdeviceptr address = 0;
    int code;

    if (!out)
        return cudaErrorInvalidValue;
    code = (int)iq_drv.MemHostGetDevicePointer(&address, host, flags);
    *out = code == 0 ? iq_hptr(address) : NULL;
    return code;
}

IQ_RT_CTX(cudaMalloc, (void **out, size_t size), malloc_device(out, size))
IQ_RT_CTX(cudaMallocManaged, (void **out, size_t size, unsigned flags),
          malloc_managed(out, size, flags))
IQ_RT_CTX(cudaMallocHost, (void **out, size_t size), malloc_host(out, size, 0))
IQ_RT_CTX(cudaHostAlloc, (void **out, size_t size, unsigned flags), malloc_host(out, size, flags))
IQ_RT_CTX(cudaMallocPitch, (void **out, size_t *pitch, size_t width, size_t height),
          malloc_pitch(out, pitch, width, height))
IQ_RT_CTX(cudaMalloc3D, (struct cudaPitchedPtr * out, struct cudaExtent extent),
          malloc_3d(out, extent))
IQ_RT_STREAM(cudaMallocAsync, (void **out, size_t size, cudaStream_t stream),
             malloc_async(out, size, NULL, stream))
IQ_RT_STREAM(cudaMallocFromPoolAsync,
             (void **out, size_t size, cudaMemPool_t pool, cudaStream_t stream),
             pool ? malloc_async(out, size, pool, stream) : (int)cudaErrorInvalidValue)
IQ_RT_CTX(cudaFree, (void *pointer), iq_drv.MemFree(iq_dptr(pointer)))
IQ_RT_STREAM(cudaFreeAsync, (void *pointer, cudaStream_t stream),
             iq_drv.MemFreeAsync(iq_dptr(pointer), stream))
IQ_RT_CTX(cudaFreeHost, (void *pointer), pointer ? iq_drv.MemFreeHost(pointer) : CUDA_SUCCESS)
IQ_RT_CTX(cudaHostRegister, (void *pointer, size_t size, unsigned flags),
          iq_drv.MemHostRegister(pointer, size, flags))
IQ_RT_CTX(cudaHostUnregister, (void *pointer), iq_drv.MemHostUnregister(pointer))
IQ_RT_CTX(cudaHostGetDevicePointer, (void **out, void *host, unsigned flags),
          host_device_pointer(out, host, flags))
IQ_RT_CTX(cudaHostGetFlags, (unsigned *flags, void *host), iq_drv.MemHostGetFlags(flags, host))
IQ_RT_CTX(cudaMemGetInfo, (size_t * free, size_t *total), iq_drv.MemGetInfo(free, total))

static int pointer_attributes(struct cudaPointerAttributes *out, const void *pointer)
{
    CUpointer_attribute wanted[] = {
        CU_POINTER_ATTRIBUTE_CONTEXT,        CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
        CU_POINTER_ATTRIBUTE_DEVICE_POINTER, CU_POINTER_ATTRIBUTE_HOST_POINTER,
        CU_POINTER_ATTRIBUTE_IS_MANAGED,     CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
    };
    CUcontext context = NULL;
    unsigned type = 0, managed = 0;
    CUdeviceptr device_pointer = 0;
    void *host = NULL;
    int ordinal = 0, code;
    void *data[] = { &context, &type, &device_pointer, &host, &managed, &ordinal };

    if (!out)
        return cudaErrorInvalidValue;
    code = (int)iq_drv.PointerGetAttributes(6, wanted, data, iq_dptr(pointer));
    if (code != 0)
        return code;
    memset(out, 0,
           iq_rt_version() >= 13000 ? sizeof *out : sizeof(struct cudaPointerAttributes_v12));
    if (type == 0) {
        out->device = cudaInvalidDeviceId;
        out->hostPointer = (void *)(uintptr_t)pointer;
        return iq_rt_version() < 11000 ? (int)cudaErrorInvalidValue : 0;
    }
    out->type = managed                      ? cudaMemoryTypeManaged
                : type == CU_MEMORYTYPE_HOST ? cudaMemoryTypeHost
                                             : cudaMemoryTypeDevice;
    out->device = ordinal;
    out->devicePointer = iq_hptr(device_pointer);
    out->hostPointer = host;
    return 0;
}

IQ_RT_CTX(cudaPointerGetAttributes, (struct cudaPointerAttributes * out, const void *pointer),
          pointer_attributes(out, pointer))

static CUmemLocation location_of_device(int device)
{
    CUmemLocation location = { CU_MEM_LOCATION_TYPE_DEVICE, device };

    if (device == cudaCpuDeviceId)
        location = (CUmemLocation){ CU_MEM_LOCATION_TYPE_HOST, 0 };
    return location;
}

static CUmemLocation location_of(struct cudaMemLocation from)
{
    return (CUmemLocation){ (CUmemLocationType)from.type, from.id };
}

/* Runtimes before 13 pass a device number where 13 passes a location; both are 8 bytes or less in
 * the same register. */
static CUmemLocation location_by_version(struct cudaMemLocation location)
{
    int device;

    if (iq_rt_version() >= 13000)
        return location_of(location);
    memcpy(&device, &location, sizeof device);
    return location_of_device(device);
}

static int advise(const void *pointer, size_t count, enum cudaMemoryAdvise advice,
                  CUmemLocation location)
{
    return (int)iq_drv.MemAdvise(iq_dptr(pointer), count, (CUmem_advise)advice, location);
}

static int prefetch(const void *pointer, size_t count, CUmemLocation location, cudaStream_t stream)
{
    return (int)iq_drv.MemPrefetchAsync(iq_dptr(pointer), count, location, 0, stream);
}

/* cudaMemPrefetchAsync(ptr, n, device, stream) until 12, (ptr, n, location, flags, stream) since
 * 13. */
static int prefetch_by_version(const void *pointer, size_t count, struct cudaMemLocation location,
                               uintptr_t fourth, cudaStream_t fifth, bool per_thread)
{
    cudaStream_t stream = iq_rt_version() >= 13000 ? fifth : (cudaStream_t)fourth;

    return prefetch(pointer, count, location_by_version(location),
                    per_thread ? iq_rt_own_stream(stream) : stream);
}

IQ_RT_CTX(cudaMemAdvise,
          (const void *pointer, size_t count, enum cudaMemoryAdvise advice,
           struct cudaMemLocation location),
          advise(pointer, count, advice, location_by_version(location)))
IQ_RT_CTX(cudaMemAdvise_v2,
          (const void *pointer, size_t count, enum cudaMemoryAdvise advice,
           struct cudaMemLocation location),
          advise(pointer, count, advice, location_of(location)))
IQ_RT_CTX(cudaMemPrefetchAsync,
          (const void *pointer, size_t count, struct cudaMemLocation location, uintptr_t fourth,
           cudaStream_t fifth),
          prefetch_by_version(pointer, count, location, fourth, fifth, false))
IQ_RT_CTX(cudaMemPrefetchAsync_ptsz,
          (const void *pointer, size_t count, struct cudaMemLocation location, uintptr_t fourth,
           cudaStream_t fifth),
          prefetch_by_version(pointer, count, location, fourth, fifth, true))
IQ_RT_CTX(cudaMemPrefetchAsync_v2,
          (const void *pointer, size_t count, struct cudaMemLocation location, unsigned flags,
           cudaStream_t stream),
          flags ? (int)cudaErrorInvalidValue
                : prefetch(pointer, count, location_of(location), stream))
IQ_RT_CTX(cudaMemPrefetchAsync_v2_ptsz,
          (const void *pointer, size_t count, struct cudaMemLocation location, unsigned flags,
           cudaStream_t stream),
          flags ? (int)cudaErrorInvalidValue
                : prefetch(pointer, count, location_of(location), iq_rt_own_stream(stream)))
IQ_RT_CTX(cudaMemRangeGetAttribute,
          (void *data, size_t size, enum cudaMemRangeAttribute attribute, const void *pointer,
           size_t count),
          iq_drv.MemRangeGetAttribute(data, size, (CUmem_range_attribute)attribute,
                                      iq_dptr(pointer), count))
IQ_RT_CTX(cudaMemRangeGetAttributes,
          (void **data, size_t *sizes, enum cudaMemRangeAttribute *attributes, size_t number,
           const void *pointer, size_t count),
          iq_drv.MemRangeGetAttributes(data, sizes, (CUmem_range_attribute *)attributes, number,
                                       iq_dptr(pointer), count))

/* ---- objects of other APIs ---- */

IQ_RT_CTX(cudaImportExternalMemory,
          (cudaExternalMemory_t * made, const struct cudaExternalMemoryHandleDesc *from),
          iq_drv.ImportExternalMemory((CUexternalMemory *)(void *)made,
                                      (const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *)(const void *)from))
IQ_RT_CTX(
    cudaImportExternalSemaphore,
    (cudaExternalSemaphore_t * made, const struct cudaExternalSemaphoreHandleDesc *from),
    iq_drv.ImportExternalSemaphore((CUexternalSemaphore *)(void *)made,
                                   (const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *)(const void *)from))
