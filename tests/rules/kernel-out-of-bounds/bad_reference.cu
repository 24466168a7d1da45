/* A reference leads to the variable of the host. */
#include <cuda_runtime.h>

__global__ void scale(float *data, const int &factor)
{
    data[threadIdx.x] *= factor; // site-soft: kernel
}

int main()
{
    float *data;
    int factor = 3;
    cudaMalloc(&data, 128);
    cudaMemset(data, 0, 128);
    scale<<<1, 32>>>(data, factor); // expect-soft: kernel-out-of-bounds object=host-memory says=is_a_reference
    return cudaDeviceSynchronize();
}
