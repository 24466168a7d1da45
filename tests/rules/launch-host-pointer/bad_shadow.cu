/* The address of a __device__ variable in host code is that of its shadow. */
#include <cuda_runtime.h>
__device__ int counter[4];
__global__ void add(int *to, int n) { if ((int)threadIdx.x < n) to[threadIdx.x] += 1; }

int main()
{
    add<<<1, 32>>>(counter, 0);     // expect: launch-host-pointer object=host-memory severity=warning
    return cudaDeviceSynchronize();
}
