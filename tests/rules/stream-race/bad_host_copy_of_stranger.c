#include "../../cases/kernels.h"

/* A copy between host buffers waits for the stream that it is on, and cudaMemcpy for blocking ones: not for a non-blocking stream. */
int main(void)
{
    int *d = NULL, h[16], first = 1, second = 2;
    unsigned n = 16;
    cudaStream_t one, two;
    case_kernels();
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaMalloc((void **)&d, sizeof h);
    LAUNCH(store, 1, 32, 0, one, &d, &n);                       // site: related
    cudaMemcpy(&first, &second, sizeof first, cudaMemcpyHostToHost);
    cudaMemcpyAsync(&second, &first, sizeof first, cudaMemcpyHostToHost, two);
    cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, two);       // expect: stream-race api=cudaMemcpyAsync arg=src
    cudaDeviceSynchronize();
    return cudaFree(d);
}
