/* Driver API: stream-ordered allocation and memory pools.  Form of a row: api/roles.h. */
API(11020, NOCTX) CUresult cuDeviceGetDefaultMemPool(GET(pool) CUmemoryPool *pool_out, CUdevice dev);
API(11020, NOCTX) CUresult cuDeviceGetMemPool(GET(pool) CUmemoryPool *pool, CUdevice dev);
API(11020, NOCTX) CUresult cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool);
API(11020, ASYNC PTSZ RIGHTS) CUresult cuMemAllocAsync(NEWMEM(device_memory, bytesize) CUdeviceptr *dptr, size_t bytesize, CUstream hStream);
API(11020, ASYNC PTSZ RIGHTS) CUresult cuMemAllocFromPoolAsync(NEWMEM(device_memory, bytesize) CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool,
    CUstream hStream);
API(11020, ASYNC PTSZ) CUresult cuMemFreeAsync(DELMEM(device_memory) OPT CUdeviceptr dptr, CUstream hStream);
API(13000, NOCTX) CUresult cuMemGetDefaultMemPool(GET(pool) CUmemoryPool *pool_out, PARAMS CUmemLocation *location, CUmemAllocationType type);
API(13000, NOCTX) CUresult cuMemGetMemPool(GET(pool) CUmemoryPool *pool, PARAMS CUmemLocation *location, CUmemAllocationType type);
API(11020, NOCTX) CUresult cuMemPoolCreate(NEW(pool) CUmemoryPool *pool, PARAMS const CUmemPoolProps *poolProps);
API(11020, NOCTX) CUresult cuMemPoolDestroy(DEL(pool) CUmemoryPool pool);
API(11020, NOCTX OP(export_pool_pointer)) CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *shareData_out, PTR CUdeviceptr ptr);
API(11020, NOCTX OP(export_pool)) CUresult cuMemPoolExportToShareableHandle(OUT void *handle_out, CUmemoryPool pool, CUmemAllocationHandleType handleType,
    FLAGS(none) unsigned long long flags);
API(11020, NOCTX) CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool memPool, PARAMS CUmemLocation *location);
API(11020, NOCTX) CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, OUT void *value);
API(11020, NOCTX OP(import_pool)) CUresult cuMemPoolImportFromShareableHandle(NEW(pool) CUmemoryPool *pool_out, VAL void *handle,
    CUmemAllocationHandleType handleType, FLAGS(none) unsigned long long flags);
API(11020, NOCTX TRIED FX(shared_open) OP(import_pool_pointer) RIGHTS) CUresult cuMemPoolImportPointer(NEWMEM(device_memory) CUdeviceptr *ptr_out, CUmemoryPool pool,
    PARAMS CUmemPoolPtrExportData *shareData);
API(11020, NOCTX OP(set_pool_access)) CUresult cuMemPoolSetAccess(CUmemoryPool pool, PARAMS const CUmemAccessDesc *map, COUNT size_t count);
API(11020, NOCTX OP(set_pool_attribute)) CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, PARAMS void *value);
API(11020, NOCTX) CUresult cuMemPoolTrimTo(CUmemoryPool pool, VAL size_t minBytesToKeep);
API(13000, NOCTX) CUresult cuMemSetMemPool(PARAMS CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool);
