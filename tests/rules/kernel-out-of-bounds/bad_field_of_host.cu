/* A structure is copied to the device; the pointer in it leads to the host. */
#include <cuda_runtime.h>

#include <stdlib.h>

struct vector {
    size_t length;
    int *data;
};

__global__ void sum(const struct vector *v, int *result)
{
    for (size_t i = 0; i < v->length; i++)
        *result += v->data[i]; // site-soft: kernel
}

int main()
{
    struct vector host = { 4, (int *)calloc(4, sizeof(int)) }, *device; // site: created
    int *result;
    cudaMalloc(&result, sizeof *result);
    cudaMemset(result, 0, sizeof *result);
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(device, &host, sizeof host, cudaMemcpyHostToDevice); // site-soft: related
    sum<<<1, 1>>>(device, result); // expect-soft: kernel-out-of-bounds object=host-memory says=was_loaded_from_byte_8_of_16_bytes gpu-says=the_address_lies_in_the_heap
    return cudaDeviceSynchronize();
}
