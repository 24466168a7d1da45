/* image FILE THREADS: loads the image in FILE from memory and launches its kernel k(int *x), for 32 words, with so many threads. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CALL(name, types, ...) ((int (*) types)(uintptr_t)dlsym(driver, name))(__VA_ARGS__)

int main(int argc, char **argv)
{
    static char image[1 << 20];
    void *driver = dlopen("libcuda.so.1", RTLD_NOW), *context, *module = NULL, *kernel = NULL;
    FILE *file = argc > 2 ? fopen(argv[1], "r") : NULL;
    int values[32] = { 0 };
    uint64_t memory = 0;
    void *arguments[] = { &memory };
    if (!driver || !file || !fread(image, 1, sizeof image - 1, file))
        return 1;
    fclose(file);
    CALL("cuInit", (unsigned), 0);
    CALL("cuDevicePrimaryCtxRetain", (void **, int), &context, 0);
    CALL("cuCtxSetCurrent", (void *), context);
    int loaded = CALL("cuModuleLoadData", (void **, const void *), &module, image);
    CALL("cuModuleGetFunction", (void **, void *, const char *), &kernel, module, "k");
    CALL("cuMemAlloc_v2", (uint64_t *, size_t), &memory, sizeof values);
    int launched = CALL("cuLaunchKernel", (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **),
                        kernel, 1, 1, 1, (unsigned)atoi(argv[2]), 1, 1, 0, NULL, arguments, NULL);
    CALL("cuMemcpyDtoH_v2", (void *, uint64_t, size_t), values, memory, sizeof values);
    CALL("cuMemFree_v2", (uint64_t), memory);
    CALL("cuModuleUnload", (void *), module);
    printf("loaded %d launched %d value %d\n", loaded, launched, values[14]);
    return 0;
}
