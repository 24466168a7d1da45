/* Platforms, and the ways to extension functions.  Words: api/roles.h. */
API(1000, QUERY FX(cl_platforms)) cl_int clGetPlatformIDs(cl_uint num_entries,
    OPT OUTLIST(cl_platform, num_entries) cl_platform_id *platforms, OPT OUT cl_uint *num_platforms);
API(1000, QUERY) cl_int clGetPlatformInfo(OPT USE(cl_platform) cl_platform_id platform, cl_platform_info param_name,
    size_t param_value_size, OPT OUT void *param_value, OPT OUT size_t *param_value_size_ret);
API(1020) cl_int clUnloadPlatformCompiler(OPT USE(cl_platform) cl_platform_id platform);
API(1020, QUERY PASS HAND) void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *func_name);
API(1010) cl_int clUnloadCompiler(void);
API(1010, QUERY PASS HAND) void *clGetExtensionFunctionAddress(const char *func_name);
API(1020, FX(cl_platforms)) cl_int clIcdGetPlatformIDsKHR(cl_uint num_entries,
    OPT OUTLIST(cl_platform, num_entries) cl_platform_id *platforms, OPT OUT cl_uint *num_platforms);
