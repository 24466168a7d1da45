/* Driver API: virtual memory management and multicast.  Form of a row: api/roles.h. */
API(10020, NOCTX OP(free_addresses) FX(vmm_unreserve)) CUresult cuMemAddressFree(DELMEM(vmm_range) CUdeviceptr ptr, SIZE size_t size);
API(10020, NOCTX OP(reserve_addresses) FX(vmm_reserve)) CUresult cuMemAddressReserve(NEWMEM(vmm_range, size) CUdeviceptr *ptr, SIZE size_t size, VAL size_t alignment,
    VAL CUdeviceptr addr, FLAGS(none) unsigned long long flags);
API(10020, NOCTX FX(vmm_create)) CUresult cuMemCreate(NEW(vmm_handle) CUmemGenericAllocationHandle *handle, size_t size,
    PARAMS const CUmemAllocationProp *prop, FLAGS(none) unsigned long long flags);
API(10020, NOCTX OP(export_physical_memory)) CUresult cuMemExportToShareableHandle(OUT void *shareableHandle, CUmemGenericAllocationHandle handle,
    CUmemAllocationHandleType handleType, FLAGS(none) unsigned long long flags);
API(10020, NOCTX FX(vmm_asked)) CUresult cuMemGetAccess(unsigned long long *flags, PARAMS const CUmemLocation *location, PTR CUdeviceptr ptr);
API(10020, NOCTX FX(vmm_granularity)) CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop,
    CUmemAllocationGranularity_flags option);
API(10020, NOCTX) CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop, CUmemGenericAllocationHandle handle);
API(11070, OP(export_address_range)) CUresult cuMemGetHandleForAddressRange(OUT void *handle, PTR CUdeviceptr dptr, SIZE size_t size, CUmemRangeHandleType handleType,
    unsigned long long flags);
API(10020, NOCTX OP(import_physical_memory)) CUresult cuMemImportFromShareableHandle(NEW(vmm_handle) CUmemGenericAllocationHandle *handle, VAL void *osHandle,
    CUmemAllocationHandleType shHandleType);
API(10020, NOCTX FX(vmm_map) OP(map_memory) RIGHTS) CUresult cuMemMap(PTR CUdeviceptr ptr, SIZE size_t size, OFFSET size_t offset, CUmemGenericAllocationHandle handle,
    FLAGS(none) unsigned long long flags);
API(11010, ASYNC PTSZ OP(map_arrays)) CUresult cuMemMapArrayAsync(PARAMS CUarrayMapInfo *mapInfoList, COUNT unsigned int count, CUstream hStream);
API(10020, NOCTX) CUresult cuMemRelease(DEL(vmm_handle) CUmemGenericAllocationHandle handle);
API(11000, NOCTX QUERY) CUresult cuMemRetainAllocationHandle(GET(vmm_handle) CUmemGenericAllocationHandle *handle, PTR void *addr);
API(10020, NOCTX FX(vmm_access)) CUresult cuMemSetAccess(PTR CUdeviceptr ptr, SIZE size_t size, PARAMS const CUmemAccessDesc *desc,
    COUNT size_t count);
API(10020, NOCTX SYNC(context) FX(vmm_unmap)) CUresult cuMemUnmap(PTR CUdeviceptr ptr, SIZE size_t size);
API(12010, NOCTX OP(add_multicast_device)) CUresult cuMulticastAddDevice(CUmemGenericAllocationHandle mcHandle, CUdevice dev);
API(12010, NOCTX OP(bind_multicast_address)) CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle mcHandle, OFFSET size_t mcOffset, PTR CUdeviceptr memptr, size_t size,
    unsigned long long flags);
API(12010, NOCTX OP(bind_multicast_memory)) CUresult cuMulticastBindMem(CUmemGenericAllocationHandle mcHandle, OFFSET size_t mcOffset, CUmemGenericAllocationHandle memHandle,
    OFFSET size_t memOffset, size_t size, unsigned long long flags);
API(12010, NOCTX OP(create_multicast)) CUresult cuMulticastCreate(NEW(vmm_handle) CUmemGenericAllocationHandle *mcHandle, PARAMS const CUmulticastObjectProp *prop);
API(12010, NOCTX OP(get_multicast_granularity)) CUresult cuMulticastGetGranularity(size_t *granularity, const CUmulticastObjectProp *prop, CUmulticastGranularity_flags option);
API(12010, NOCTX) CUresult cuMulticastUnbind(CUmemGenericAllocationHandle mcHandle, CUdevice dev, OFFSET size_t mcOffset, size_t size);
