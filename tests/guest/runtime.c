/* Calls of a shared runtime whose file the command line names: its version, and a copy that works. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    void *runtime = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (!runtime) {
        printf("no runtime: %s\n", dlerror());
        return 1;
    }
    int (*version)(int *) = (int (*)(int *))dlsym(runtime, "cudaRuntimeGetVersion");
    int (*allocate)(void **, size_t) = (int (*)(void **, size_t))dlsym(runtime, "cudaMalloc");
    int (*copy)(void *, const void *, size_t, int) = (int (*)(void *, const void *, size_t, int))dlsym(runtime, "cudaMemcpy");
    int number = 0, from = 42, to = 0;
    void *device = NULL;
    int a = version(&number), b = allocate(&device, sizeof from);
    int c = copy(device, &from, sizeof from, 1), d = copy(&to, device, sizeof to, 2);
    printf("version %d malloc %d copy %d %d value %d\n", a ? a : number, b, c, d, to);
    return 0;
}
