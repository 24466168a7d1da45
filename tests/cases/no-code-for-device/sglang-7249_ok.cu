/* The repaired twin: PTX of the newest architecture is there as well.
 * https://github.com/sgl-project/sglang/pull/5903 */
// nvcc: -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=compute_90
// options: --soft-arch 12.0
#include <cuda_runtime.h>

__global__ void merge_state(int *p) { p[threadIdx.x] = 1; }

int main()
{
    int *p;
    cudaMalloc(&p, 128);
    merge_state<<<1, 32>>>(p);
    return cudaDeviceSynchronize() || cudaFree(p);
}
