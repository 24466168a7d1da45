/* Driver API: allocation, pinned and registered host memory, pointer attributes.  Form of a row: api/roles.h. */
API(2000) CUresult cuMemAlloc(NEWMEM(device_memory, bytesize) CUdeviceptr_v1 *dptr, unsigned int bytesize);
API(3020) CUresult cuMemAlloc_v2(NEWMEM(device_memory, bytesize) CUdeviceptr *dptr, size_t bytesize);
API(2000) CUresult cuMemAllocHost(NEWMEM(pinned_memory, bytesize) void **pp, unsigned int bytesize);
API(3020) CUresult cuMemAllocHost_v2(NEWMEM(pinned_memory, bytesize) void **pp, size_t bytesize);
API(6000, OP(allocate_managed)) CUresult cuMemAllocManaged(NEWMEM(managed_memory, bytesize) CUdeviceptr *dptr, size_t bytesize,
    FLAGS(CUmemAttach_flags) unsigned int flags);
API(2000, FX(alloc_pitch) OP(allocate_pitched)) CUresult cuMemAllocPitch(NEWMEM(device_memory) CUdeviceptr_v1 *dptr, unsigned int *pPitch, unsigned int WidthInBytes,
    unsigned int Height, unsigned int ElementSizeBytes);
API(3020, FX(alloc_pitch) OP(allocate_pitched)) CUresult cuMemAllocPitch_v2(NEWMEM(device_memory) CUdeviceptr *dptr, size_t *pPitch, VAL UNIT(1) size_t WidthInBytes, VAL UNIT(1) size_t Height,
    unsigned int ElementSizeBytes);
API(2000, SYNC(context)) CUresult cuMemFree(DELMEM(device_memory) OPT CUdeviceptr_v1 dptr);
API(3020, SYNC(context)) CUresult cuMemFree_v2(DELMEM(device_memory) OPT CUdeviceptr dptr);
API(2000, SYNC(context)) CUresult cuMemFreeHost(DELMEM(pinned_memory) OPT void *p);
API(2000, QUERY) CUresult cuMemGetAddressRange(OUT OPT CUdeviceptr_v1 *pbase, OUT OPT unsigned int *psize, PTR CUdeviceptr_v1 dptr);
API(3020, QUERY) CUresult cuMemGetAddressRange_v2(OUT OPT CUdeviceptr *pbase, OUT OPT size_t *psize, PTR CUdeviceptr dptr);
API(2000) CUresult cuMemGetInfo(unsigned int *free, unsigned int *total);
API(3020) CUresult cuMemGetInfo_v2(size_t *free, size_t *total);
API(2020) CUresult cuMemHostAlloc(NEWMEM(pinned_memory, bytesize) void **pp, size_t bytesize, FLAGS(CUmemHostAllocFlags) unsigned int Flags);
API(2020,) CUresult cuMemHostGetDevicePointer(GET(device_memory) CUdeviceptr_v1 *pdptr, HOSTPTR void *p, FLAGS(none) unsigned int Flags);
API(3020) CUresult cuMemHostGetDevicePointer_v2(GET(device_memory) CUdeviceptr *pdptr, HOSTPTR void *p, FLAGS(none) unsigned int Flags);
API(2030, QUERY) CUresult cuMemHostGetFlags(OUT unsigned int *pFlags, HOSTPTR void *p);
API(4000, OP(register_host)) CUresult cuMemHostRegister(REGMEM(bytesize) void *p, size_t bytesize, FLAGS(CUmemHostRegisterFlags) unsigned int Flags);
API(6050, OP(register_host)) CUresult cuMemHostRegister_v2(REGMEM(bytesize) void *p, size_t bytesize, FLAGS(CUmemHostRegisterFlags) unsigned int Flags);
API(4000, SYNC(context) OP(unregister_host)) CUresult cuMemHostUnregister(UNREGMEM void *p);
API(4000, NOCTX QUERY) CUresult cuPointerGetAttribute(OUT void *data, CUpointer_attribute attribute, PTR CUdeviceptr ptr);
API(7000, NOCTX QUERY) CUresult cuPointerGetAttributes(COUNT unsigned int numAttributes, PARAMS CUpointer_attribute *attributes, OUT void **data,
    PTR CUdeviceptr ptr);
API(6000, OP(set_pointer_attribute)) CUresult cuPointerSetAttribute(PARAMS const void *value, CUpointer_attribute attribute, PTR CUdeviceptr ptr);
