/* An object with virtual functions was made by the host: so was the pointer to its table. */
#include <cuda_runtime.h>

struct shape {
    __host__ __device__ virtual float area() const { return 1; }
};

__global__ void measure(const shape *s, float *result)
{
    *result = s->area(); // site-soft: kernel
}

int main()
{
    shape host, *device;
    float *result;
    cudaMalloc(&result, sizeof *result);
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(device, &host, sizeof host, cudaMemcpyHostToDevice); // site-soft: related
    measure<<<1, 1>>>(device, result); // expect-soft: kernel-out-of-bounds object=host-memory says=virtual_function_table gpu-says=the_address_lies_in_data
    return cudaDeviceSynchronize();
}
