// nvcc: -rdc=true -arch=compute_75
/* With PTX alone nothing is linked by the compiler: NVIDIA's device runtime comes along, of which nothing is used. */
#include <cuda_runtime.h>

__device__ __noinline__ int twice(int v) { return 2 * v; }
__global__ void fill(int *p) { p[threadIdx.x] = twice(threadIdx.x); }

int main()
{
    int *p, last = 0;
    cudaMalloc(&p, 64 * sizeof *p);
    fill<<<1, 64>>>(p);
    cudaMemcpy(&last, p + 63, sizeof last, cudaMemcpyDeviceToHost);
    cudaFree(p);
    return last != 126;
}
