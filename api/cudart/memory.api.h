/* Runtime API: allocation, pinned and registered host memory, pointer attributes.  Form of a row: api/roles.h. */
API(3020, SYNC(context)) cudaError_t cudaFree(DELMEM(device_memory) OPT void *devPtr);
API(3020, SYNC(context)) cudaError_t cudaFreeHost(DELMEM(pinned_memory) OPT void *ptr);
API(3020, FX(rt_symbol_address)) cudaError_t cudaGetSymbolAddress(GET(symbol) void **devPtr, SYM() const void *symbol);
API(3020) cudaError_t cudaGetSymbolSize(size_t *size, SYM() const void *symbol);
API(3020) cudaError_t cudaHostAlloc(NEWMEM(pinned_memory, size) void **pHost, size_t size, FLAGS(cudaHostAllocFlags) unsigned int flags);
API(3020) cudaError_t cudaHostGetDevicePointer(GET(device_memory) void **pDevice, HOSTPTR void *pHost, FLAGS(none) unsigned int flags);
API(3020, QUERY) cudaError_t cudaHostGetFlags(OUT unsigned int *pFlags, HOSTPTR void *pHost);
API(4000, OP(register_host)) cudaError_t cudaHostRegister(REGMEM(size) void *ptr, size_t size, FLAGS(cudaHostRegisterFlags) unsigned int flags);
API(4000, SYNC(context) OP(unregister_host)) cudaError_t cudaHostUnregister(UNREGMEM void *ptr);
API(3020) cudaError_t cudaMalloc(NEWMEM(device_memory, size) void **devPtr, size_t size);
API(3020, FX(rt_malloc3d) OP(allocate_3d)) cudaError_t cudaMalloc3D(OUT struct cudaPitchedPtr *pitchedDevPtr, struct cudaExtent extent);
API(3020) cudaError_t cudaMallocHost(NEWMEM(pinned_memory, size) void **ptr, size_t size);
API(6000, OP(allocate_managed)) cudaError_t cudaMallocManaged(NEWMEM(managed_memory, size) void **devPtr, size_t size, FLAGS(cudaMemAttachFlags) unsigned int flags);
API(3020, FX(rt_alloc_pitch) OP(allocate_pitched)) cudaError_t cudaMallocPitch(NEWMEM(device_memory) void **devPtr, size_t *pitch, VAL size_t width, VAL size_t height);
API(3020) cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
API(4000, QUERY) cudaError_t cudaPointerGetAttributes(OUT struct cudaPointerAttributes *attributes, PTR const void *ptr);
API(4000, QUERY UNTIL(12999)) cudaError_t cudaPointerGetAttributes_abi12(OUT struct cudaPointerAttributes_v12 *attributes, PTR const void *ptr);
