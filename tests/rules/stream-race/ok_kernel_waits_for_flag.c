#include "../../cases/kernels.h"

/* One kernel waits in memory for what another stream writes. */
int main(void)
{
    int *flag = NULL;
    unsigned n = 1;
    cudaStream_t s, t;
    case_kernels();
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaMalloc((void **)&flag, 64);
    cudaMemset(flag, 1, 64);
    cudaDeviceSynchronize();
    LAUNCH(wait_flag, 1, 1, 0, s, &flag);
    LAUNCH(wait_flag, 1, 1, 0, t, &flag);
    cudaDeviceSynchronize();
    return cudaFree(flag);
}
