/* Driver API: libraries and kernels.  Form of a row: api/roles.h. */
API(12000, NOCTX) CUresult cuKernelGetAttribute(int *pi, CUfunction_attribute attrib, CUkernel kernel, CUdevice dev);
API(12000, NOCTX) CUresult cuKernelGetFunction(NEW(kernel) CUfunction *pFunc, CUkernel kernel);
API(12050, NOCTX) CUresult cuKernelGetLibrary(GET(library) CUlibrary *pLib, CUkernel kernel);
API(12030, NOCTX) CUresult cuKernelGetName(const char **name, CUkernel hfunc);
API(13020, NOCTX QUERY) CUresult cuKernelGetParamCount(CUkernel kernel, OUT size_t *paramCount);
API(12040, NOCTX QUERY) CUresult cuKernelGetParamInfo(CUkernel kernel, VAL size_t paramIndex, OUT size_t *paramOffset, OUT OPT size_t *paramSize);
API(12000, NOCTX OP(set_function_attribute)) CUresult cuKernelSetAttribute(CUfunction_attribute attrib, int val, CUkernel kernel, CUdevice dev);
API(12000, NOCTX) CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice dev);
API(12040, NOCTX) CUresult cuLibraryEnumerateKernels(OUT CUkernel *kernels, COUNT unsigned int numKernels, CUlibrary lib);
API(12000, NOCTX FX(module_global) OP(get_library_global)) CUresult cuLibraryGetGlobal(GET(symbol) OPT CUdeviceptr *dptr, OUT OPT size_t *bytes, CUlibrary library,
    STR const char *name);
API(12000, NOCTX) CUresult cuLibraryGetKernel(NEW(kernel) CUkernel *pKernel, CUlibrary library, STR const char *name);
API(12040, NOCTX) CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary lib);
API(12000, NOCTX FX(module_global)) CUresult cuLibraryGetManaged(GET(symbol) OPT CUdeviceptr *dptr, OUT OPT size_t *bytes, CUlibrary library,
    STR const char *name);
API(12000, NOCTX) CUresult cuLibraryGetModule(GET(module) CUmodule *pMod, CUlibrary library);
API(12000, NOCTX OP(get_unified_function)) CUresult cuLibraryGetUnifiedFunction(OUT void **fptr, CUlibrary library, const char *symbol);
API(12000, NOCTX FX(module_load) OP(load_library)) CUresult cuLibraryLoadData(NEW(library) CUlibrary *library, IMAGE const void *code,
    PARAMS OPT CUjit_option *jitOptions, PARAMS OPT void **jitOptionsValues, COUNT unsigned int numJitOptions,
    PARAMS OPT CUlibraryOption *libraryOptions, PARAMS OPT void **libraryOptionValues, COUNT unsigned int numLibraryOptions);
API(12000, NOCTX FX(module_load) OP(load_library)) CUresult cuLibraryLoadFromFile(NEW(library) CUlibrary *library, PATH const char *fileName,
    PARAMS OPT CUjit_option *jitOptions, PARAMS OPT void **jitOptionsValues, COUNT unsigned int numJitOptions,
    PARAMS OPT CUlibraryOption *libraryOptions, PARAMS OPT void **libraryOptionValues, COUNT unsigned int numLibraryOptions);
API(12000, NOCTX FX(module_unload) OP(unload_library)) CUresult cuLibraryUnload(DEL(library) CUlibrary library);
