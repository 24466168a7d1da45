/* Run with the guest preloaded over the fake driver: every row can be found by dlsym and by cuGetProcAddress, and what is
 * found is the guest's wrapper, not the driver's function. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/entry.h"
#include "iq_entries.h"

typedef int (*proc_address)(const char *symbol, void **function, int version, uint64_t flags, int *status);

static int failures;
static char guest[4096];

static void fail(const char *symbol, const char *what)
{
    if (failures++ < 20)
        fprintf(stderr, "%s: %s\n", symbol, what);
}


static bool is_guest(const void *function)
{
    Dl_info info;
    char path[4096];
    return function && dladdr(function, &info) && realpath(info.dli_fname, path) && strcmp(path, guest) == 0;
}

int main(int argc, char **argv)
{
    if (argc != 2 || !realpath(argv[1], guest)) {
        fprintf(stderr, "usage: LD_PRELOAD=guest resolve_test guest\n");
        return 2;
    }
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    void *found = library ? dlsym(library, "cuGetProcAddress_v2") : NULL;
    proc_address get;
    memcpy(&get, &found, sizeof get);
    if (!is_guest(found)) {
        fprintf(stderr, "the guest is not in this process\n");
        return 1;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < iq_entry_count && iq_entries[i].api == IQ_API_CUDA; i++, count++) {
        const struct iq_entry *entry = &iq_entries[i];
        void *function = NULL, *by_name = dlsym(library, entry->symbol);
        int status = -1;
        if (!is_guest(by_name) || by_name != dlsym(RTLD_DEFAULT, entry->symbol))
            fail(entry->symbol, "dlsym does not give the guest's wrapper");
        uint64_t flags = entry->flags & IQ_ENTRY_PTSZ ? 2 : 0;
        if (get(entry->name, &function, (int)entry->since, flags, &status) != 0 || status != 0)
            fail(entry->symbol, "cuGetProcAddress fails");
        else if (function != by_name)
            fail(entry->symbol, "cuGetProcAddress gives something else");
    }
    void *function = NULL;
    int status = -1;
    if (get("cuStreamSynchronize", &function, 6050, 2, &status) != 0 || function || status != 2)
        fail("cuStreamSynchronize", "a per-thread variant before there was one");
    if (get("cuStreamSynchronize", &function, 6050, 0, &status) != 0 || !function || status != 0)
        fail("cuStreamSynchronize", "no plain variant");
    if (get("cuNoSuchThing", &function, 13000, 0, &status) != 0 || function || status != 1)
        fail("cuNoSuchThing", "is found");
    printf("%u symbols\n", count);
    return failures != 0;
}
