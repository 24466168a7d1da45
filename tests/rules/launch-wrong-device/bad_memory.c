// env: INQUEST_SOFT_DEVICES=2
#include "../../cases/kernels.h"

int main(void)
{
    int *d = NULL;
    unsigned n = 0;
    case_kernels();
    cudaSetDevice(0);
    cudaMalloc((void **)&d, 4096);          // site: created
    cudaSetDevice(1);
    LAUNCH(store, 1, 32, 0, 0, &d, &n);     // expect: launch-wrong-device severity=warning api=cudaLaunchKernel arg=p object=device-memory state=live
    return cudaDeviceSynchronize();
}
