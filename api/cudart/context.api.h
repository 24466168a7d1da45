/* Runtime API: contexts, primary contexts and what is current.  Form of a row: api/roles.h. */
API(11000) cudaError_t cudaCtxResetPersistingL2Cache(void);
API(3020, RESET SYNC(context) FX(device_reset)) cudaError_t cudaDeviceReset(void);
API(3020, SYNC(context)) cudaError_t cudaDeviceSynchronize(void);
API(3020) cudaError_t cudaGetDevice(OUT int *device);
API(3020, FX(set_device)) cudaError_t cudaSetDevice(DEVICE int device);
API(3020) cudaError_t cudaSetDeviceFlags(FLAGS(cudaDeviceFlags) unsigned int flags);
API(3020, RESET SYNC(context) FX(device_reset) UNTIL(12999)) cudaError_t cudaThreadExit(void);
API(3020, UNTIL(12999)) cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *pCacheConfig);
API(3020, UNTIL(12999)) cudaError_t cudaThreadGetLimit(size_t *pValue, enum cudaLimit limit);
API(3020, UNTIL(12999)) cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache cacheConfig);
API(3020, UNTIL(12999)) cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value);
API(3020, SYNC(context) UNTIL(12999)) cudaError_t cudaThreadSynchronize(void);
