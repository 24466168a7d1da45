// Blocks that run at the same time write the same value, word by word or a row each: whatever one of them has announced and
// not yet stored, nobody's result depends on who comes last.
#include <cuda_runtime.h>

__global__ void same_word(int *found) { *found = 1; }

__global__ void same_row(int *found) { found[threadIdx.x] = threadIdx.x; }

int main(void)
{
    int *d;
    cudaMalloc(&d, 4096);
    for (int k = 0; k < 5000; k++) {
        cudaMemsetAsync(d, 0, 4096);
        same_word<<<8, 64>>>(d);
        same_row<<<8, 64>>>(d);
    }
    cudaDeviceSynchronize();
    cudaFree(d);
    return 0;
}
