/* cuLink*: what is linked is remembered, and goes to the driver as it is; see kernel_made.h. */
#include "wrap/kernel_checks.h"
#include "wrap/kernel_made.h"

static void begin(CUlinkState linker, unsigned count, const CUjit_option *options, void **values)
{
    unsigned registers = 0;
    for (unsigned i = 0; i < count; i++)
        if (options[i] == CU_JIT_MAX_REGISTERS)
            registers = (unsigned)(uintptr_t)values[i];
    iq_made_begin(linker, "code that cuLink* linked", registers);
}

#define CREATE(name)                                                                     \
    static CUresult checked_##name(unsigned count, CUjit_option *options, void **values, \
                                   CUlinkState *linker)                                  \
    {                                                                                    \
        CUresult result = iq_kernel_real.name(count, options, values, linker);           \
        if (!result)                                                                     \
            begin(*linker, count, options, values);                                      \
        return result;                                                                   \
    }
CREATE(cuLinkCreate)
CREATE(cuLinkCreate_v2)

#define ADD_DATA(name)                                                                     \
    static CUresult checked_##name(CUlinkState linker, CUjitInputType type, void *data,    \
                                   size_t size, const char *called, unsigned count,        \
                                   CUjit_option *options, void **values)                   \
    {                                                                                      \
        CUresult result =                                                                  \
            iq_kernel_real.name(linker, type, data, size, called, count, options, values); \
        struct iq_made_from *from = result ? NULL : iq_made_of(linker);                    \
        if (from)                                                                          \
            iq_made_add(from, type, data, size);                                           \
        return result;                                                                     \
    }
ADD_DATA(cuLinkAddData)
ADD_DATA(cuLinkAddData_v2)

#define ADD_FILE(name)                                                                        \
    static CUresult checked_##name(CUlinkState linker, CUjitInputType type, const char *path, \
                                   unsigned count, CUjit_option *options, void **values)      \
    {                                                                                         \
        CUresult result = iq_kernel_real.name(linker, type, path, count, options, values);    \
        struct iq_made_from *from = result ? NULL : iq_made_of(linker);                       \
        if (from)                                                                             \
            iq_made_add_file(from, type, path);                                               \
        return result;                                                                        \
    }
ADD_FILE(cuLinkAddFile)
ADD_FILE(cuLinkAddFile_v2)

static CUresult checked_cuLinkComplete(CUlinkState linker, void **image, size_t *size)
{
    size_t bytes = 0;
    CUresult result = iq_kernel_real.cuLinkComplete(linker, image, image ? &bytes : size);
    struct iq_made_from *from = result ? NULL : iq_made_of(linker);
    if (!result && size)
        *size = bytes;
    if (from)
        iq_made_note(*image, bytes, from);
    return result;
}

static CUresult checked_cuLinkDestroy(CUlinkState linker)
{
    iq_made_end(linker);
    return iq_kernel_real.cuLinkDestroy(linker);
}

void iq_kernel_linking_install(void)
{
    IQ_KERNEL_INSTALL(cuLinkCreate);
    IQ_KERNEL_INSTALL(cuLinkCreate_v2);
    IQ_KERNEL_INSTALL(cuLinkAddData);
    IQ_KERNEL_INSTALL(cuLinkAddData_v2);
    IQ_KERNEL_INSTALL(cuLinkAddFile);
    IQ_KERNEL_INSTALL(cuLinkAddFile_v2);
    IQ_KERNEL_INSTALL(cuLinkComplete);
    IQ_KERNEL_INSTALL(cuLinkDestroy);
}
