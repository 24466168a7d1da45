/* Finds the driver and its functions. The library is asked for by its public name, so that whoever
 * stands in for it (LD_LIBRARY_PATH, a preloaded object with that SONAME) is used; only
 * cuGetProcAddress_v2 is looked up by name, all else is asked of it. */
#include <dlfcn.h>

#include "softrt/softrt.h"

struct iq_rt_driver iq_drv;

static CUresult missing(void) { return CUDA_ERROR_NOT_SUPPORTED; }

/* ISO C has no conversion between object and function pointers; POSIX promises that both look
 * alike. */
static void store(void *field, void *address) { memcpy(field, &address, sizeof address); }

struct driver_row {
    size_t offset;
    const char *name, *symbol;
    int version;
    cuuint64_t flags;
};

static const struct driver_row rows[] = {
#define DRV(field, name, version, symbol, params) \
    { offsetof(struct iq_rt_driver, field), name, symbol, version, 0 },
#define DRV_PTDS(field, name, version, symbol, params)             \
    { offsetof(struct iq_rt_driver, field), name, symbol, version, \
      CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM },
#include "driver.def"
};

static void *find(void *library, const struct driver_row *row)
{
    void *address = NULL;
    CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;

    if (iq_drv.GetProcAddress(row->name, &address, row->version, row->flags, &status) ==
            CUDA_SUCCESS &&
        address)
        return address;
    return dlsym(library, row->symbol);
}

int iq_rt_driver_load(void)
{
    CUresult (*stub)(void) = missing;
    void *library = dlopen("libcuda.so.1", RTLD_NOW), *address;

    if (!library)
        return cudaErrorInsufficientDriver;
    address = dlsym(library, "cuGetProcAddress_v2");
    if (!address)
        return cudaErrorInsufficientDriver;
    store(&iq_drv.GetProcAddress, address);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        address = find(library, &rows[i]);
        if (address)
            store((char *)&iq_drv + rows[i].offset, address);
        else
            memcpy((char *)&iq_drv + rows[i].offset, &stub, sizeof stub);
    }
    return 0;
}
