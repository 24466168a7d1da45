#include "cuda_runtime.h"

struct particle {
    float x, y, z, mass;
    int kind;
};

__global__ void move(particle *particles, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        particles[i].x += 1; // site-soft: kernel
}

/* The size of the elements cannot be seen from an access to one of their members. */
int main()
{
    particle *particles;
    cudaMalloc(&particles, 512);
    cudaMemset(particles, 0, 512);
    move<<<4, 128>>>(particles, 512); // expect-soft: kernel-out-of-bounds says=an_argument_of_the_kernel_is_512_as_well:_it_seems_that_elements_and_bytes_were_confused unsaid=of_4_bytes gpu-says=512_bytes_of_memory
    cudaDeviceSynchronize();
    return 0;
}
