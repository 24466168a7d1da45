/* Runtime API: functions and kernel launches.  Form of a row: api/roles.h. */
API(13000, ASYNC LAUNCH PTSZ NAMED(cudaLaunchKernel)) cudaError_t __cudaLaunchKernel(FUNC cudaKernel_t func, GRID dim3 gridDim, BLOCK dim3 blockDim, ARGS OPT void **args,
    SHARED size_t sharedMem, cudaStream_t stream);
API(3020) cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, FUNC const void *func);
API(3020, UNTIL(11999)) cudaError_t cudaFuncGetAttributes_abi11(struct cudaFuncAttributes_v11 *attr, FUNC const void *func);
API(12030) cudaError_t cudaFuncGetName(const char **name, FUNC const void *func);
API(13020, QUERY) cudaError_t cudaFuncGetParamCount(FUNC const void *func, OUT size_t *paramCount);
API(12040, QUERY) cudaError_t cudaFuncGetParamInfo(FUNC const void *func, VAL size_t paramIndex, OUT size_t *paramOffset, OUT OPT size_t *paramSize);
API(9000, OP(set_function_attribute)) cudaError_t cudaFuncSetAttribute(FUNC const void *func, enum cudaFuncAttribute attr, int value);
API(3020) cudaError_t cudaFuncSetCacheConfig(FUNC const void *func, enum cudaFuncCache cacheConfig);
API(4020) cudaError_t cudaFuncSetSharedMemConfig(FUNC const void *func, enum cudaSharedMemConfig config);
API(11000) cudaError_t cudaGetFuncBySymbol(NEW(kernel) cudaFunction_t *functionPtr, FUNC const void *symbolPtr);
API(9000, ASYNC LAUNCH PTSZ) cudaError_t cudaLaunchCooperativeKernel(FUNC const void *func, GRID dim3 gridDim, BLOCK dim3 blockDim,
    ARGS OPT void **args, SHARED size_t sharedMem, cudaStream_t stream);
API(9000, ASYNC LAUNCH UNTIL(12999)) cudaError_t cudaLaunchCooperativeKernelMultiDevice(
    PARAMS struct cudaLaunchParams *launchParamsList, COUNT unsigned int numDevices, unsigned int flags);
API(7000, ASYNC LAUNCH PTSZ) cudaError_t cudaLaunchKernel(FUNC const void *func, GRID dim3 gridDim, BLOCK dim3 blockDim, ARGS OPT void **args,
    SHARED size_t sharedMem, cudaStream_t stream);
API(11060, ASYNC LAUNCH PTSZ) cudaError_t cudaLaunchKernelExC(CONFIG const cudaLaunchConfig_t *config, FUNC const void *func,
    ARGS OPT void **args);
