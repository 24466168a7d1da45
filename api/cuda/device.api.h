/* Driver API: devices and their properties.  Form of a row: api/roles.h. */
API(2000, NOCTX) CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice dev);
API(2000, NOCTX) CUresult cuDeviceGet(GET(device) CUdevice *device, DEVICE int ordinal);
API(2000, NOCTX) CUresult cuDeviceGetAttribute(int *pi, CUdevice_attribute attrib, CUdevice dev);
API(4010, NOCTX OP(find_device_by_pci_bus)) CUresult cuDeviceGetByPCIBusId(GET(device) CUdevice *dev, STR const char *pciBusId);
API(2000, NOCTX OP(count_devices)) CUresult cuDeviceGetCount(int *count);
API(12040, NOCTX OP(get_device_resource)) CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource *resource, CUdevResourceType type);
API(11040, NOCTX OP(get_affinity)) CUresult cuDeviceGetExecAffinitySupport(int *pi, CUexecAffinityType type, CUdevice dev);
API(11040, NOCTX) CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, INOUT void *value);
API(13000, NOCTX OP(get_host_atomics)) CUresult cuDeviceGetHostAtomicCapabilities(unsigned int *capabilities, const CUatomicOperation *operations, unsigned int count,
    CUdevice dev);
API(10000, NOCTX) CUresult cuDeviceGetLuid(char *luid, unsigned int *deviceNodeMask, CUdevice dev);
API(2000, NOCTX OP(get_device_name)) CUresult cuDeviceGetName(char *name, VAL UNIT(1) int len, CUdevice dev);
API(10020, NOCTX OP(get_nvsci_attributes)) CUresult cuDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, CUdevice dev, int flags);
API(4010, NOCTX OP(get_pci_bus_id)) CUresult cuDeviceGetPCIBusId(char *pciBusId, int len, CUdevice dev);
API(2000, NOCTX) CUresult cuDeviceGetProperties(CUdevprop *prop, CUdevice dev);
API(11010, NOCTX OP(get_texture_width)) CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements, CUarray_format format, unsigned int numChannels,
    CUdevice dev);
API(9020, NOCTX) CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice dev);
API(11040, NOCTX) CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice dev);
API(11040, NOCTX) CUresult cuDeviceGraphMemTrim(CUdevice device);
API(12040, NOCTX) CUresult cuDeviceRegisterAsyncNotification(CUdevice device, CUasyncCallback callbackFunc, USER void *userData,
    CUasyncCallbackHandle *callback);
API(11040, NOCTX) CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, INOUT void *value);
API(2000, NOCTX) CUresult cuDeviceTotalMem(unsigned int *bytes, CUdevice dev);
API(3020, NOCTX) CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice dev);
API(12040, NOCTX OP(unregister_notification)) CUresult cuDeviceUnregisterAsyncNotification(CUdevice device, CUasyncCallbackHandle callback);
API(11030) CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target, CUflushGPUDirectRDMAWritesScope scope);
