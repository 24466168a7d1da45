// env: INQUEST_SOFT_DEVICES=2
#include "../../cases/kernels.h"

int main(void)
{
    int *d = NULL;
    unsigned n = 16;
    case_kernels();
    cudaSetDevice(0);
    cudaMalloc((void **)&d, 4096);
    cudaSetDevice(1);
    if (cudaDeviceEnablePeerAccess(0, 0))
        return 77;
    LAUNCH(store, 1, 32, 0, 0, &d, &n);
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    LAUNCH(store, 1, 32, 0, 0, &d, &n);
    return cudaDeviceSynchronize();
}
