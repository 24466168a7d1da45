#include "cuda_runtime.h"
#include <dlfcn.h>
#include <stdlib.h>

/* Blocks from libc's own malloc, asked for by handle, lie where seen blocks were. */
int main(void)
{
    void *libc = dlopen("libc.so.6", RTLD_NOW);
    void *(*other)(size_t) = (void *(*)(size_t))dlsym(libc, "malloc");
    char *device;
    if (cudaMalloc((void **)&device, 1 << 20))
        return 1;
    for (int i = 0; i < 50; i++) {
        char *seen = malloc(3000 + i);
        free(seen);
        char *unseen = other(3000 + i);
        if (cudaMemcpy(device, unseen, 3000, cudaMemcpyHostToDevice))
            return 2;
    }
    return cudaFree(device);
}
