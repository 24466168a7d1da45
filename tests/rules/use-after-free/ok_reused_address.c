/* The allocator hands the same address out again: the new allocation is what counts. */
#include "cuda_runtime.h"

int main(void)
{
    int host = 7, back = 0, *first, *second;
    cudaMalloc((void **)&first, 64);
    cudaFree(first);
    cudaMalloc((void **)&second, 64);
    cudaMemcpy(second, &host, 4, cudaMemcpyHostToDevice);
    cudaMemcpy(&back, second, 4, cudaMemcpyDeviceToHost);
    cudaFree(second);
    return back != 7;
}
