#include "../../cases/kernels.h"

/* cudaMemcpy works on the legacy stream, for which a non-blocking stream is a stranger. */
int main(void)
{
    int *d = NULL, h[16];
    unsigned n = 16;
    cudaStream_t s;
    case_kernels();
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc((void **)&d, sizeof h);
    LAUNCH(store, 1, 32, 0, s, &d, &n);                         // site: related
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);         // expect: stream-race api=cudaMemcpy arg=src
    cudaDeviceSynchronize();
    return cudaFree(d);
}
