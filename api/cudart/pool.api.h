/* Runtime API: stream-ordered allocation and memory pools.  Form of a row: api/roles.h. */
API(11020) cudaError_t cudaDeviceGetDefaultMemPool(GET(pool) cudaMemPool_t *memPool, DEVICE int device);
API(11020) cudaError_t cudaDeviceGetMemPool(GET(pool) cudaMemPool_t *memPool, DEVICE int device);
API(11020) cudaError_t cudaDeviceSetMemPool(DEVICE int device, cudaMemPool_t memPool);
API(11020, ASYNC PTSZ) cudaError_t cudaFreeAsync(DELMEM(device_memory) OPT void *devPtr, cudaStream_t hStream);
API(11020, ASYNC PTSZ RIGHTS) cudaError_t cudaMallocAsync(NEWMEM(device_memory, size) void **devPtr, size_t size, cudaStream_t hStream);
API(11020, ASYNC PTSZ RIGHTS) cudaError_t cudaMallocFromPoolAsync(NEWMEM(device_memory, size) void **ptr, size_t size, cudaMemPool_t memPool,
    cudaStream_t stream);
API(13000) cudaError_t cudaMemGetDefaultMemPool(GET(pool) cudaMemPool_t *memPool, PARAMS struct cudaMemLocation *location,
    enum cudaMemAllocationType type);
API(13000) cudaError_t cudaMemGetMemPool(GET(pool) cudaMemPool_t *memPool, PARAMS struct cudaMemLocation *location, enum cudaMemAllocationType type);
API(11020) cudaError_t cudaMemPoolCreate(NEW(pool) cudaMemPool_t *memPool, PARAMS const struct cudaMemPoolProps *poolProps);
API(11020) cudaError_t cudaMemPoolDestroy(DEL(pool) cudaMemPool_t memPool);
API(11020, OP(export_pool_pointer)) cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *exportData, PTR void *ptr);
API(11020, OP(export_pool)) cudaError_t cudaMemPoolExportToShareableHandle(OUT void *shareableHandle, cudaMemPool_t memPool,
    enum cudaMemAllocationHandleType handleType, FLAGS(none) unsigned int flags);
API(11020) cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t memPool, PARAMS struct cudaMemLocation *location);
API(11020) cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, INOUT void *value);
API(11020, OP(import_pool)) cudaError_t cudaMemPoolImportFromShareableHandle(NEW(pool) cudaMemPool_t *memPool, VAL void *shareableHandle,
    enum cudaMemAllocationHandleType handleType, FLAGS(none) unsigned int flags);
API(11020, TRIED FX(shared_open) OP(import_pool_pointer) RIGHTS) cudaError_t cudaMemPoolImportPointer(NEWMEM(device_memory) void **ptr, cudaMemPool_t memPool,
    PARAMS struct cudaMemPoolPtrExportData *exportData);
API(11020, OP(set_pool_access)) cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, PARAMS const struct cudaMemAccessDesc *descList, COUNT size_t count);
API(11020, OP(set_pool_attribute)) cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, INOUT void *value);
API(11020) cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, VAL size_t minBytesToKeep);
API(13000) cudaError_t cudaMemSetMemPool(PARAMS struct cudaMemLocation *location, enum cudaMemAllocationType type, cudaMemPool_t memPool);
