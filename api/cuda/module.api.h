/* Driver API: modules and the linker.  Form of a row: api/roles.h. */
API(5050, OP(link_add)) CUresult cuLinkAddData(USE(link_state) CUlinkState state, CUjitInputType type, IMAGE void *data, SIZE size_t size,
    STR OPT const char *name, COUNT unsigned int numOptions, PARAMS OPT CUjit_option *options, PARAMS OPT void **optionValues);
API(6050, OP(link_add)) CUresult cuLinkAddData_v2(USE(link_state) CUlinkState state, CUjitInputType type, IMAGE void *data, SIZE size_t size,
    STR OPT const char *name, COUNT unsigned int numOptions, PARAMS OPT CUjit_option *options, PARAMS OPT void **optionValues);
API(5050, OP(link_add_file)) CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, PATH const char *path, COUNT unsigned int numOptions,
    PARAMS OPT CUjit_option *options, PARAMS OPT void **optionValues);
API(6050, OP(link_add_file)) CUresult cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, PATH const char *path, COUNT unsigned int numOptions,
    PARAMS OPT CUjit_option *options, PARAMS OPT void **optionValues);
API(5050, OP(link_complete)) CUresult cuLinkComplete(CUlinkState state, OUT void **cubinOut, size_t *sizeOut);
API(5050, OP(create_linker)) CUresult cuLinkCreate(COUNT unsigned int numOptions, PARAMS OPT CUjit_option *options, PARAMS OPT void **optionValues,
    NEW(link_state) CUlinkState *stateOut);
API(6050, OP(create_linker)) CUresult cuLinkCreate_v2(COUNT unsigned int numOptions, PARAMS OPT CUjit_option *options, PARAMS OPT void **optionValues,
    NEW(link_state) CUlinkState *stateOut);
API(5050) CUresult cuLinkDestroy(DEL(link_state) CUlinkState state);
API(12040) CUresult cuModuleEnumerateFunctions(OUT CUfunction *functions, COUNT unsigned int numFunctions, CUmodule mod);
API(2000) CUresult cuModuleGetFunction(NEW(kernel) CUfunction *hfunc, CUmodule hmod, STR const char *name);
API(12040) CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule mod);
API(2000, FX(module_global) OP(get_module_global)) CUresult cuModuleGetGlobal(GET(symbol) OPT CUdeviceptr_v1 *dptr, OUT OPT unsigned int *bytes, CUmodule hmod,
    STR const char *name);
API(3020, FX(module_global) OP(get_module_global)) CUresult cuModuleGetGlobal_v2(GET(symbol) OPT CUdeviceptr *dptr, OUT OPT size_t *bytes, CUmodule hmod,
    STR const char *name);
API(11070, NOCTX) CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode);
API(3000) CUresult cuModuleGetSurfRef(OUT CUsurfref *pSurfRef, CUmodule hmod, const char *name);
API(2000) CUresult cuModuleGetTexRef(GET(texref) CUtexref *pTexRef, CUmodule hmod, const char *name);
API(2000, FX(module_load)) CUresult cuModuleLoad(NEW(module) CUmodule *module, PATH const char *fname);
API(2000, FX(module_load)) CUresult cuModuleLoadData(NEW(module) CUmodule *module, IMAGE const void *image);
API(2010, FX(module_load) OP(load_module)) CUresult cuModuleLoadDataEx(NEW(module) CUmodule *module, IMAGE const void *image, COUNT unsigned int numOptions,
    PARAMS OPT CUjit_option *options, PARAMS OPT void **optionValues);
API(2000, FX(module_load)) CUresult cuModuleLoadFatBinary(NEW(module) CUmodule *module, IMAGE const void *fatCubin);
API(2000, SYNC(context) FX(module_unload)) CUresult cuModuleUnload(DEL(module) CUmodule hmod);
