/* Driver API: functions and kernel launches.  Form of a row: api/roles.h. */
API(2020) CUresult cuFuncGetAttribute(int *pi, CUfunction_attribute attrib, CUfunction hfunc);
API(11000) CUresult cuFuncGetModule(GET(module) CUmodule *hmod, CUfunction hfunc);
API(12030) CUresult cuFuncGetName(const char **name, CUfunction hfunc);
API(13020, QUERY) CUresult cuFuncGetParamCount(CUfunction func, OUT size_t *paramCount);
API(12040, QUERY) CUresult cuFuncGetParamInfo(CUfunction func, VAL size_t paramIndex, OUT size_t *paramOffset, OUT OPT size_t *paramSize);
API(12040) CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function);
API(12040) CUresult cuFuncLoad(CUfunction function);
API(9000, OP(set_function_attribute)) CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value);
API(2000, OP(set_block_shape)) CUresult cuFuncSetBlockShape(CUfunction hfunc, int x, int y, int z);
API(3000) CUresult cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config);
API(4020) CUresult cuFuncSetSharedMemConfig(CUfunction hfunc, CUsharedconfig config);
API(2000, OP(set_shared_size)) CUresult cuFuncSetSharedSize(CUfunction hfunc, unsigned int bytes);
API(2000, ASYNC LAUNCH OP(launch_grid)) CUresult cuLaunch(CUfunction f);
API(9000, ASYNC LAUNCH PTSZ) CUresult cuLaunchCooperativeKernel(FUNC CUfunction f, GRID unsigned int gridDimX, unsigned int gridDimY,
    unsigned int gridDimZ, BLOCK unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, SHARED unsigned int sharedMemBytes,
    CUstream hStream, ARGS OPT void **kernelParams);
API(9000, ASYNC LAUNCH OP(launch_on_devices)) CUresult cuLaunchCooperativeKernelMultiDevice(PARAMS CUDA_LAUNCH_PARAMS *launchParamsList,
    COUNT unsigned int numDevices, unsigned int flags);
API(2000, ASYNC LAUNCH OP(launch_grid)) CUresult cuLaunchGrid(CUfunction f, int grid_width, int grid_height);
API(2000, ASYNC LAUNCH OP(launch_grid)) CUresult cuLaunchGridAsync(CUfunction f, int grid_width, int grid_height, CUstream hStream);
API(4000, ASYNC LAUNCH PTSZ) CUresult cuLaunchKernel(FUNC CUfunction f, GRID unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,
    BLOCK unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, SHARED unsigned int sharedMemBytes, CUstream hStream,
    ARGS OPT void **kernelParams, EXTRA OPT void **extra);
API(11060, ASYNC LAUNCH PTSZ) CUresult cuLaunchKernelEx(CONFIG const CUlaunchConfig *config, FUNC CUfunction f,
    ARGS OPT void **kernelParams, EXTRA OPT void **extra);
API(2000, OP(set_parameter_size)) CUresult cuParamSetSize(CUfunction hfunc, unsigned int numbytes);
API(2000, OP(set_texture_parameter)) CUresult cuParamSetTexRef(CUfunction hfunc, int texunit, CUtexref hTexRef);
API(2000, OP(set_parameter)) CUresult cuParamSetf(CUfunction hfunc, int offset, float value);
API(2000, OP(set_parameter)) CUresult cuParamSeti(CUfunction hfunc, int offset, unsigned int value);
API(2000, FLOW(nothing) OP(set_parameter)) CUresult cuParamSetv(CUfunction hfunc, int offset, RD(HOST, numbytes) void *ptr, unsigned int numbytes);
