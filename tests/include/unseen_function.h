/* The driver's own cuModuleGetFunction, found without dlsym: functions that it hands out come by a
 * way that inquest does not see, as cuFFT's do by the tables of cuGetExportTable.  Include it
 * first. */
#ifndef UNSEEN_FUNCTION_H
#define UNSEEN_FUNCTION_H
#define _GNU_SOURCE
#include <link.h>
#include <string.h>

#include "test_kernels.h"

typedef CUresult (*get_function)(CUfunction *, CUmodule, const char *);

static uintptr_t entry_of(const ElfW(Dyn) * dynamic, uintptr_t base, const char *name)
{
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    for (; dynamic->d_tag != DT_NULL; dynamic++) {
        if (dynamic->d_tag == DT_SYMTAB)
            symbols = (const void *)dynamic->d_un.d_ptr;
        if (dynamic->d_tag == DT_STRTAB)
            names = (const void *)dynamic->d_un.d_ptr;
    }
    for (const ElfW(Sym) *symbol = symbols; symbol && (const char *)symbol < names; symbol++)
        if (symbol->st_value && !strcmp(names + symbol->st_name, name))
            return base + symbol->st_value;
    return 0;
}

/* Of the objects with this name the driver itself is the last. */
static int find_driver(struct dl_phdr_info *object, size_t size, void *found)
{
    uintptr_t entry = 0;
    for (int i = 0; strstr(object->dlpi_name, "libcuda.so") && i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_type == PT_DYNAMIC)
            entry = entry_of((const void *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr),
                             object->dlpi_addr, "cuModuleGetFunction");
    if (entry)
        *(uintptr_t *)found = entry;
    (void)size;
    return 0;
}

static get_function unseen_get_function(void)
{
    get_function get = NULL;
    test_context();
    dl_iterate_phdr(find_driver, &get);
    return get;
}

#endif
