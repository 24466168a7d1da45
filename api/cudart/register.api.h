/* Runtime API: registration of images, kernels and variables by compiled code, and the launch configuration stack.  Form of a row: api/roles.h. */
API(3000, PASS) char __cudaInitModule(void **fatCubinHandle);
API(9020, QUERY PLAIN) cudaError_t __cudaPopCallConfiguration(OUT dim3 *gridDim, OUT dim3 *blockDim, OUT size_t *sharedMem, OUT void *stream);
API(9020, PASS PUSHCONFIG) unsigned int __cudaPushCallConfiguration(GRID dim3 gridDim, BLOCK dim3 blockDim, SHARED size_t sharedMem,
    struct CUstream_st *stream);
API(3000, PASS FX(register_fatbin)) void **__cudaRegisterFatBinary(IMAGE void *fatCubin);
API(10010, PASS) void __cudaRegisterFatBinaryEnd(void **fatCubinHandle);
API(3000, PASS FX(register_function)) void __cudaRegisterFunction(void **fatCubinHandle, PTR const char *hostFun, STR char *deviceFun,
    STR const char *deviceName, int thread_limit, uint3 *tid, uint3 *bid, dim3 *bDim, dim3 *gDim, int *wSize);
API(11000, PASS) void __cudaRegisterHostVar(void **fatCubinHandle, STR const char *deviceName, HOSTPTR char *hostVar, size_t size);
API(6000, PASS) void __cudaRegisterManagedVar(void **fatCubinHandle, void **hostVarPtrAddress, STR char *deviceAddress,
    STR const char *deviceName, int ext, size_t size, int constant, int global);
API(3000, PASS UNTIL(11999)) void __cudaRegisterSurface(void **fatCubinHandle, const struct surfaceReference *hostVar, const void **deviceAddress,
    const char *deviceName, int dim, int ext);
API(3000, PASS UNTIL(11999)) void __cudaRegisterTexture(void **fatCubinHandle, const struct textureReference *hostVar, const void **deviceAddress,
    const char *deviceName, int dim, int norm, int ext);
API(3000, PASS FX(register_var)) void __cudaRegisterVar(void **fatCubinHandle, PTR char *hostVar, STR char *deviceAddress,
    STR const char *deviceName, int ext, size_t size, int constant, int global);
API(3000, PASS FX(unregister_fatbin)) void __cudaUnregisterFatBinary(void **fatCubinHandle);
