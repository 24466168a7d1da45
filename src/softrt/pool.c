/* Memory pools. */
#include "softrt/softrt.h"

_Static_assert(sizeof(CUmemPoolProps) == sizeof(struct cudaMemPoolProps),
               "pool properties are passed on as they are");
_Static_assert(sizeof(CUmemAccessDesc) == sizeof(struct cudaMemAccessDesc),
               "access rights are passed on as they are");

static int create(cudaMemPool_t *out, const struct cudaMemPoolProps *properties)
{
    CUmemPoolProps plain;

    if (!out || !properties)
        return cudaErrorInvalidValue;
    memcpy(&plain, properties, sizeof plain);
    if (iq_rt_version() < 12000)
        plain.maxSize = 0, plain.usage = 0; /* reserved bytes in 11 */
    return (int)iq_drv.MemPoolCreate(out, &plain);
}

static CUmemLocation *place(struct cudaMemLocation *location)
{
    return (CUmemLocation *)(void *)location;
}

IQ_RT_DRV(cudaMemPoolCreate, (cudaMemPool_t * out, const struct cudaMemPoolProps *properties),
          create(out, properties))
IQ_RT_DRV(cudaMemPoolDestroy, (cudaMemPool_t pool), iq_drv.MemPoolDestroy(pool))
IQ_RT_DRV(cudaMemPoolTrimTo, (cudaMemPool_t pool, size_t keep), iq_drv.MemPoolTrimTo(pool, keep))
IQ_RT_DRV(cudaMemPoolSetAttribute,
          (cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value),
          iq_drv.MemPoolSetAttribute(pool, (CUmemPool_attribute)attribute, value))
IQ_RT_DRV(cudaMemPoolGetAttribute,
          (cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value),
          iq_drv.MemPoolGetAttribute(pool, (CUmemPool_attribute)attribute, value))
IQ_RT_DRV(cudaMemPoolSetAccess,
          (cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t count),
          iq_drv.MemPoolSetAccess(pool, (const CUmemAccessDesc *)(const void *)list, count))
IQ_RT_DRV(cudaMemPoolGetAccess,
          (enum cudaMemAccessFlags * flags, cudaMemPool_t pool, struct cudaMemLocation *location),
          iq_drv.MemPoolGetAccess((CUmemAccess_flags *)(void *)flags, pool, place(location)))
IQ_RT_DRV(cudaMemPoolExportToShareableHandle,
          (void *out, cudaMemPool_t pool, enum cudaMemAllocationHandleType type, unsigned flags),
          iq_drv.MemPoolExportToShareableHandle(out, pool, (CUmemAllocationHandleType)type, flags))
IQ_RT_DRV(cudaMemPoolImportFromShareableHandle,
          (cudaMemPool_t * out, void *handle, enum cudaMemAllocationHandleType type,
           unsigned flags),
          iq_drv.MemPoolImportFromShareableHandle(out, handle, (CUmemAllocationHandleType)type,
                                                  flags))
IQ_RT_DRV(cudaMemPoolExportPointer, (struct cudaMemPoolPtrExportData * out, void *pointer),
          iq_drv.MemPoolExportPointer((CUmemPoolPtrExportData *)(void *)out, iq_dptr(pointer)))
IQ_RT_DRV(cudaMemPoolImportPointer,
          (void **out, cudaMemPool_t pool, struct cudaMemPoolPtrExportData *data),
          iq_drv.MemPoolImportPointer((CUdeviceptr *)(void *)out, pool,
                                      (CUmemPoolPtrExportData *)(void *)data))
IQ_RT_DRV(cudaMemGetDefaultMemPool,
          (cudaMemPool_t * out, struct cudaMemLocation *location, enum cudaMemAllocationType type),
          iq_drv.MemGetDefaultMemPool(out, place(location), (CUmemAllocationType)type))
IQ_RT_DRV(cudaMemGetMemPool,
          (cudaMemPool_t * out, struct cudaMemLocation *location, enum cudaMemAllocationType type),
          iq_drv.MemGetMemPool(out, place(location), (CUmemAllocationType)type))
IQ_RT_DRV(cudaMemSetMemPool,
          (struct cudaMemLocation * location, enum cudaMemAllocationType type, cudaMemPool_t pool),
          iq_drv.MemSetMemPool(place(location), (CUmemAllocationType)type, pool))
