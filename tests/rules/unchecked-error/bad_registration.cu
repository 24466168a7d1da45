// The registration is refused; that the memory has no address for the device, and that the kernel has no pointer, comes from there.
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void fill(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = 1;
}

int main()
{
    float *host = (float *)malloc(4096), *device = nullptr;
    cudaHostRegister(host, 4096, 0x70); // expect: bad-flags arg=flags
    cudaHostGetDevicePointer(&device, host, 0); // site: related
    fill<<<4, 256>>>(device, 1024); // site-soft: related
    cudaDeviceSynchronize(); // expect-real: earlier-fault
    free(host);
    return 0;
}
