/* Libraries loaded by the program itself, and the way from the runtime to the driver's
 * functions. */
#include "softrt/softrt.h"

static CUjit_option *jit(enum cudaJitOption *options) { return (CUjit_option *)(void *)options; }

static CUlibraryOption *lib(enum cudaLibraryOption *options)
{
    return (CUlibraryOption *)(void *)options;
}

static int global(void **out, size_t *bytes, cudaLibrary_t library, const char *name)
{
    CUdeviceptr address = 0;
    int code = (int)iq_drv.LibraryGetGlobal(&address, bytes, library, name);

    if (code == 0 && out)
        *out = iq_hptr(address);
    return code;
}

static int managed(void **out, size_t *bytes, cudaLibrary_t library, const char *name)
{
    CUdeviceptr address = 0;
    int code = (int)iq_drv.LibraryGetManaged(&address, bytes, library, name);

    if (code == 0 && out)
        *out = iq_hptr(address);
    return code;
}

IQ_RT_DRV(cudaLibraryLoadData,
          (cudaLibrary_t * out, const void *code, enum cudaJitOption *options, void **values,
           unsigned count, enum cudaLibraryOption *library_options, void **library_values,
           unsigned library_count),
          iq_drv.LibraryLoadData(out, code, jit(options), values, count, lib(library_options),
                                 library_values, library_count))
IQ_RT_DRV(cudaLibraryLoadFromFile,
          (cudaLibrary_t * out, const char *file, enum cudaJitOption *options, void **values,
           unsigned count, enum cudaLibraryOption *library_options, void **library_values,
           unsigned library_count),
          iq_drv.LibraryLoadFromFile(out, file, jit(options), values, count, lib(library_options),
                                     library_values, library_count))
IQ_RT_DRV(cudaLibraryUnload, (cudaLibrary_t library), iq_drv.LibraryUnload(library))
IQ_RT_CTX(cudaLibraryGetKernel, (cudaKernel_t * out, cudaLibrary_t library, const char *name),
          iq_drv.LibraryGetKernel(out, library, name))
IQ_RT_CTX(cudaLibraryGetGlobal,
          (void **out, size_t *bytes, cudaLibrary_t library, const char *name),
          global(out, bytes, library, name))
IQ_RT_CTX(cudaLibraryGetManaged,
          (void **out, size_t *bytes, cudaLibrary_t library, const char *name),
          managed(out, bytes, library, name))
IQ_RT_CTX(cudaLibraryGetUnifiedFunction, (void **out, cudaLibrary_t library, const char *symbol),
          iq_drv.LibraryGetUnifiedFunction(out, library, symbol))
IQ_RT_DRV(cudaLibraryGetKernelCount, (unsigned *out, cudaLibrary_t library),
          iq_drv.LibraryGetKernelCount(out, library))
IQ_RT_DRV(cudaLibraryEnumerateKernels, (cudaKernel_t * out, unsigned count, cudaLibrary_t library),
          iq_drv.LibraryEnumerateKernels(out, count, library))

struct query {
    const char *name;
    void **out;
    unsigned version;
    unsigned long long flags;
    enum cudaDriverEntryPointQueryResult *status;
};

/* The call itself succeeds for an unknown name; the status tells. */
static int entry_point(struct query q, bool per_thread)
{
    CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    void *address = NULL;
    int code;

    if (!q.name || !q.out)
        return cudaErrorInvalidValue;
    if (q.flags == cudaEnableDefault)
        q.flags = per_thread ? cudaEnablePerThreadDefaultStream : cudaEnableLegacyStream;
    code = (int)iq_drv.GetProcAddress(q.name, &address, (int)q.version, q.flags, &status);
    *q.out = code == 0 ? address : NULL;
    if (q.status)
        *q.status = (enum cudaDriverEntryPointQueryResult)status;
    if (code == CUDA_ERROR_NOT_FOUND)
        code = 0;
    return code == 0 && !*q.out && !q.status ? (int)cudaErrorSymbolNotFound : code;
}

/* Runtimes of 11 have no status. */
static enum cudaDriverEntryPointQueryResult *status_by_version(
    enum cudaDriverEntryPointQueryResult *status)
{
    return iq_rt_version() >= 12000 ? status : NULL;
}

#define ENTRY_PARAMS                                         \
    (const char *name, void **out, unsigned long long flags, \
     enum cudaDriverEntryPointQueryResult *status)
#define ENTRY \
    ((struct query){ name, out, (unsigned)iq_rt_version(), flags, status_by_version(status) })
#define ENTRY_V_PARAMS                                                         \
    (const char *name, void **out, unsigned version, unsigned long long flags, \
     enum cudaDriverEntryPointQueryResult *status)
#define ENTRY_V ((struct query){ name, out, version, flags, status })
IQ_RT_DRV(cudaGetDriverEntryPoint, ENTRY_PARAMS, entry_point(ENTRY, false))
IQ_RT_DRV(cudaGetDriverEntryPoint_ptsz, ENTRY_PARAMS, entry_point(ENTRY, true))
IQ_RT_DRV(cudaGetDriverEntryPointByVersion, ENTRY_V_PARAMS, entry_point(ENTRY_V, false))
IQ_RT_DRV(cudaGetDriverEntryPointByVersion_ptsz, ENTRY_V_PARAMS, entry_point(ENTRY_V, true))

/* Private tables of the vendor are not imitated. */
IQ_RT_HEAD(cudaError_t, cudaGetExportTable, (const void **out, const cudaUUID_t *id))
{
    (void)id;
    if (out)
        *out = NULL;
    return iq_rt_leave(cudaErrorNotSupported);
}
