#include "cuda_runtime.h"
#include <dlfcn.h>

/* The name without a suffix is that of CUDA 2, whose contexts were others.  The software device takes the context. */
int main(void)
{
    unsigned handle[16];
    unsigned shape[4] = { 64, 16, 0x20, 1 };
    cudaFree(NULL);
    int (*create)(void *, void *) = (int (*)(void *, void *))dlsym(RTLD_DEFAULT, "cuArrayCreate");
    create(handle, shape); // expect-real: wrong-context says=cuArrayCreate
    return 0;
}
