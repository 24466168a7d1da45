#include "../../cases/kernels.h"

int main(void)
{
    int *d = NULL;
    unsigned n = 0;
    case_kernels();
    cudaMalloc((void **)&d, 4096);          // site: created
    cudaFree(d);                            // site: destroyed
    LAUNCH(store, 1, 32, 0, 0, &d, &n);     // expect: launch-freed-pointer api=cudaLaunchKernel arg=p object=device-memory state=freed severity=warning
    return cudaDeviceSynchronize();
}
