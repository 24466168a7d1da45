/* An array of row pointers is copied to the device, but the rows stay on the host. */
#include <cuda_runtime.h>

#include <stdlib.h>

__global__ void fill(float **rows)
{
    rows[blockIdx.x][threadIdx.x] = 1; // site-soft: kernel
}

int main()
{
    float **device, *host[2];
    for (int i = 0; i < 2; i++)
        host[i] = (float *)malloc(128); // site: created
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice); // site-soft: related
    fill<<<1, 32>>>(device); // expect-soft: kernel-out-of-bounds object=host-memory says=was_loaded_from_byte_0_of_16_bytes gpu-says=the_address_lies_in_the_heap
    return cudaDeviceSynchronize();
}
