// Asks for the address of a variable that is none of the device, and launches with what it did not get.
#include <cuda_runtime.h>

static float table[64];

__global__ void fill(float *p) { p[threadIdx.x] = 1; }

int main()
{
    float *device = nullptr;
    cudaGetSymbolAddress((void **)&device, table); // site-soft: related // expect-real: bad-symbol
    fill<<<1, 64>>>(device); // expect-soft: kernel-out-of-bounds says=cudaGetSymbolAddress_had_failed says=check_the_result
    return cudaDeviceSynchronize(); // expect-real: earlier-fault
}
