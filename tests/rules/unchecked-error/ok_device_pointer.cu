// Looks whether the device can use memory of the host as it is, and takes its own where it cannot.
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void fill(float *p) { p[threadIdx.x] = 1; }

static bool use(float *host)
{
    float *device = nullptr, *own = nullptr;
    if (cudaHostGetDevicePointer(&device, host, 0) == cudaErrorInvalidValue) {
        cudaGetLastError();
        cudaMalloc(&own, 4096);
        device = own;
    }
    fill<<<1, 64>>>(device);
    if (own)
        cudaMemcpy(host, own, 64 * sizeof *host, cudaMemcpyDeviceToHost);
    bool failed = cudaDeviceSynchronize() != cudaSuccess || host[63] != 1;
    cudaFree(own);
    return failed;
}

int main()
{
    float *plain = (float *)malloc(4096), *registered = (float *)malloc(4096);
    cudaHostRegister(registered, 4096, cudaHostRegisterMapped);
    bool failed = use(plain) | use(registered);
    cudaHostUnregister(registered);
    free(plain);
    free(registered);
    return failed;
}
