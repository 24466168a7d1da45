/* One statement that leaves its object with three accesses: one finding. */
#include <cuda_runtime.h>

struct particle { double x, y; float mass; };

__global__ void move(struct particle *all, int n)
{
    int i = threadIdx.x;
    if (i > n)
        return;
    all[i].x = 1, all[i].y = 2, all[i].mass = 3;            // site-soft: kernel
}

int main()
{
    struct particle *all;
    if (cudaMalloc(&all, 10 * sizeof *all))
        return 1;
    move<<<1, 32>>>(all, 10);                               // expect-soft: kernel-out-of-bounds object=device-memory
    return cudaDeviceSynchronize();
}
