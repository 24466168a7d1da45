/* Runtime API: devices and their properties.  Form of a row: api/roles.h. */
API(3020) cudaError_t cudaChooseDevice(GET(device) int *device, PARAMS const struct cudaDeviceProp *prop);
API(11030) cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(enum cudaFlushGPUDirectRDMAWritesTarget target,
    enum cudaFlushGPUDirectRDMAWritesScope scope);
API(5000) cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, DEVICE int device);
API(4010, OP(find_device_by_pci_bus)) cudaError_t cudaDeviceGetByPCIBusId(GET(device) int *device, const char *pciBusId);
API(3020) cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *pCacheConfig);
API(11040) cudaError_t cudaDeviceGetGraphMemAttribute(DEVICE int device, enum cudaGraphMemAttributeType attr, INOUT void *value);
API(13000, OP(get_host_atomics)) cudaError_t cudaDeviceGetHostAtomicCapabilities(unsigned int *capabilities, const enum cudaAtomicOperation *operations,
    unsigned int count, DEVICE int device);
API(3020) cudaError_t cudaDeviceGetLimit(size_t *pValue, enum cudaLimit limit);
API(10020, OP(get_nvsci_attributes)) cudaError_t cudaDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, DEVICE int device, int flags);
API(4010, OP(get_pci_bus_id)) cudaError_t cudaDeviceGetPCIBusId(char *pciBusId, int len, DEVICE int device);
API(4020) cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *pConfig);
API(5050) cudaError_t cudaDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority);
API(11010) cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements, const struct cudaChannelFormatDesc *fmtDesc,
    DEVICE int device);
API(11040) cudaError_t cudaDeviceGraphMemTrim(DEVICE int device);
API(12040) cudaError_t cudaDeviceRegisterAsyncNotification(DEVICE int device, cudaAsyncCallback callbackFunc, USER void *userData,
    cudaAsyncCallbackHandle_t *callback);
API(3020) cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache cacheConfig);
API(11040) cudaError_t cudaDeviceSetGraphMemAttribute(DEVICE int device, enum cudaGraphMemAttributeType attr, INOUT void *value);
API(3020, OP(set_limit)) cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
API(4020) cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
API(12040, OP(unregister_notification)) cudaError_t cudaDeviceUnregisterAsyncNotification(DEVICE int device, cudaAsyncCallbackHandle_t callback);
API(3020, OP(count_devices)) cudaError_t cudaGetDeviceCount(int *count);
API(7000) cudaError_t cudaGetDeviceFlags(unsigned int *flags);
API(3020) cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, DEVICE int device);
API(3020, UNTIL(12999)) cudaError_t cudaGetDeviceProperties_abi12(struct cudaDeviceProp_v11 *prop, DEVICE int device);
API(12000, UNTIL(12999)) cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp_v12 *prop, DEVICE int device);
API(3020, UNTIL(12999)) cudaError_t cudaSetDoubleForDevice(double *d);
API(3020, UNTIL(12999)) cudaError_t cudaSetDoubleForHost(double *d);
API(3020, OP(set_valid_devices)) cudaError_t cudaSetValidDevices(PARAMS int *device_arr, COUNT int len);
