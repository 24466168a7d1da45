/* Opens and closes a library with a CUDA runtime of its own again and again, and uses it each time.  With -DLIBRARY: that library. */
#ifdef LIBRARY
#include "cuda_runtime.h"

int library_use(void)
{
    void *memory;
    return cudaMalloc(&memory, 64) || cudaFree(memory);
}
#else
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

enum { WARM = 30, TIMES = 230 };

static long resident_kib(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%*d %ld", &pages) != 1)
        return -1;
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* The program keeps the context that the library's runtime gives back when it is closed. */
static int keep_context(void)
{
    void *context, *driver = dlopen("libcuda.so.1", RTLD_NOW);
    int (*init)(unsigned) = driver ? (int (*)(unsigned))dlsym(driver, "cuInit") : NULL;
    int (*retain)(void **, int) = driver ? (int (*)(void **, int))dlsym(driver, "cuDevicePrimaryCtxRetain") : NULL;
    return !init || !retain || init(0) || retain(&context, 0);
}

int main(int argc, char **argv)
{
    long warm = 0;
    if (keep_context())
        return 2;
    for (int i = 0; i < TIMES; i++) {
        void *library = dlopen(argv[argc - 1], RTLD_NOW | RTLD_LOCAL);
        int (*use)(void) = library ? (int (*)(void))dlsym(library, "library_use") : NULL;
        if (!use || use() || dlclose(library)) {
            printf("failed at %d: %s\n", i, dlerror());
            return 1;
        }
        if (i == WARM)
            warm = resident_kib();
    }
    long grown = resident_kib() - warm;
    printf("grown by %s\n", grown < 1024 ? "little" : "much");
    return 0;
}
#endif
