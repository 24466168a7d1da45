/* Runtime API: libraries and kernels.  Form of a row: api/roles.h. */
API(12080) cudaError_t __cudaGetKernel(NEW(kernel) cudaKernel_t *kernelPtr, FUNC const void *entryFuncAddr);
API(12000) cudaError_t cudaGetKernel(NEW(kernel) cudaKernel_t *kernelPtr, FUNC const void *entryFuncAddr);
API(12060, OP(set_function_attribute)) cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attr, int value, DEVICE int device);
API(12060) cudaError_t cudaLibraryEnumerateKernels(OUT cudaKernel_t *kernels, COUNT unsigned int numKernels, cudaLibrary_t lib);
API(12060, FX(module_global) OP(get_library_global)) cudaError_t cudaLibraryGetGlobal(GET(symbol) OPT void **dptr, OUT OPT size_t *bytes, cudaLibrary_t library,
    STR const char *name);
API(12060) cudaError_t cudaLibraryGetKernel(NEW(kernel) cudaKernel_t *pKernel, cudaLibrary_t library, STR const char *name);
API(12060) cudaError_t cudaLibraryGetKernelCount(unsigned int *count, cudaLibrary_t lib);
API(12060, FX(module_global)) cudaError_t cudaLibraryGetManaged(GET(symbol) OPT void **dptr, OUT OPT size_t *bytes, cudaLibrary_t library,
    STR const char *name);
API(12060, OP(get_unified_function)) cudaError_t cudaLibraryGetUnifiedFunction(OUT void **fptr, cudaLibrary_t library, const char *symbol);
API(12060, FX(module_load) OP(load_library)) cudaError_t cudaLibraryLoadData(NEW(library) cudaLibrary_t *library, IMAGE const void *code,
    PARAMS OPT enum cudaJitOption *jitOptions, PARAMS OPT void **jitOptionsValues, COUNT unsigned int numJitOptions,
    PARAMS OPT enum cudaLibraryOption *libraryOptions, PARAMS OPT void **libraryOptionValues, COUNT unsigned int numLibraryOptions);
API(12060, FX(module_load) OP(load_library)) cudaError_t cudaLibraryLoadFromFile(NEW(library) cudaLibrary_t *library, PATH const char *fileName,
    PARAMS OPT enum cudaJitOption *jitOptions, PARAMS OPT void **jitOptionsValues, COUNT unsigned int numJitOptions,
    PARAMS OPT enum cudaLibraryOption *libraryOptions, PARAMS OPT void **libraryOptionValues, COUNT unsigned int numLibraryOptions);
API(12060, FX(module_unload)) cudaError_t cudaLibraryUnload(DEL(library) cudaLibrary_t library);
