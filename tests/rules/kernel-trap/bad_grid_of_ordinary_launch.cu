/* this_grid().sync() in a kernel that is launched as any other. */
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void turn(int *p)
{
    cg::grid_group grid = cg::this_grid();
    p[grid.thread_rank()] = 1;
    grid.sync();
    if (!grid.thread_rank())
        p[0] = p[grid.size() - 1];
}

int main()
{
    int *p;
    cudaMalloc(&p, 512 * sizeof *p);
    turn<<<4, 128>>>(p);            // expect-soft: kernel-trap says=asks_for_its_grid
    return cudaDeviceSynchronize() != cudaErrorLaunchFailure; // expect-real: earlier-fault
}
