/* A structure on the device still holds the address of a block that was freed. */
#include <cuda_runtime.h>

struct vector {
    size_t length;
    int *data;
};

__global__ void clear(const struct vector *v)
{
    v->data[threadIdx.x] = 0; // site-soft: kernel
}

int main()
{
    struct vector host = { 32, 0 }, *device;
    cudaMalloc(&host.data, 128); // site: created
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(device, &host, sizeof host, cudaMemcpyHostToDevice); // site-soft: related
    cudaFree(host.data);
    clear<<<1, 32>>>(device); // expect-soft: kernel-use-after-free object=device-memory says=was_loaded_from_byte_8_of_16_bytes gpu-says=freed_by_cudaFree
    return cudaDeviceSynchronize();
}
