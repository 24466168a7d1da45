// Nobody looks whether the device has an address for the host's memory: the memory is not page-locked, its registration failed, the variable is none of the device.
// nvcc: -arch=sm_75
#include <cstdlib>
#include <cuda_runtime.h>

static float table[64];

__global__ void fill(float *p) { p[threadIdx.x] = 1; }

static float *of_plain(float *host)
{
    float *device = nullptr;
    cudaHostGetDevicePointer(&device, host, 0); // site-soft: related // expect-real: not-registered
    return device;
}

int main(int argc, char **argv)
{
    float *host = (float *)malloc(4096);
    fill<<<1, 64>>>(of_plain(host)); // expect-soft: kernel-out-of-bounds says=had_failed_before_the_launch says=is_not_registered_host_memory says=check_the_result
    cudaDeviceSynchronize(); // expect-real: earlier-fault
    free(host);
    return 0;
}
