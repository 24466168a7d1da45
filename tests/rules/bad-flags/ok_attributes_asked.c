/* A table of attributes is read from drivers of any age: those that one does not have count as 0. */
#include "cuda_runtime.h"

#include "cuda.h"

static int ask(int attribute)
{
    int value;
    return cuDeviceGetAttribute(&value, (CUdevice_attribute)attribute, 0) == CUDA_SUCCESS ? value : 0;
}

static int ask_runtime(int attribute)
{
    int value;
    if (cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)attribute, 0) != cudaSuccess) {
        cudaGetLastError();
        return 0;
    }
    return value;
}

int main(void)
{
    cudaFree(0);
    int newer = ask(9900), known = ask(1);
    int newer_by_runtime = ask_runtime(9900), known_by_runtime = ask_runtime(1);
    return newer || newer_by_runtime || known <= 0 || known != known_by_runtime;
}
