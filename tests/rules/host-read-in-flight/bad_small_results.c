#include <stdio.h>
#include "cuda_runtime.h"

/* Two results of four bytes in one page, and the second copy's is read. */
int main(void)
{
    int *device, *results;
    cudaStream_t s;
    cudaMallocHost((void **)&results, 2 * sizeof *results);
    cudaMalloc((void **)&device, 2 * sizeof *device);
    cudaMemset(device, 0, 2 * sizeof *device);
    cudaStreamCreate(&s);
    cudaMemcpyAsync(&results[0], device, sizeof *results, cudaMemcpyDeviceToHost, s);
    cudaMemcpyAsync(&results[1], device + 1, sizeof *results, cudaMemcpyDeviceToHost, s); // site: related
    fprintf(stderr, "accuracy %d\n", results[1]); // expect: host-read-in-flight object=pinned-memory
    cudaDeviceSynchronize();
    return 0;
}
