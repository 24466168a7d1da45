// options: --schedule late
// The host clears what the kernel is about to write, by the C library.
#include <cstring>
#include <cuda_runtime.h>

__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }

int main()
{
    int *p;
    cudaMallocManaged(&p, 1 << 16);
    fill<<<1, 256>>>(p); // site: related
    memset(p, 0, 1 << 16); // expect: host-write-in-flight says=kernel_fill
    cudaDeviceSynchronize();
    cudaFree(p);
    return 0;
}
