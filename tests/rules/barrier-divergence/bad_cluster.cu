// nvcc: -arch=sm_90 -lineinfo
// soft only: a real device waits for ever
#include <cooperative_groups.h>

/* One block waits for the cluster, the other at a barrier of its own that its last thread never comes to. */
__global__ void __cluster_dims__(2, 1, 1) stuck()
{
    auto cluster = cooperative_groups::this_cluster();
    if (cluster.block_rank() == 0 || threadIdx.x)
        cluster.sync(); // site: kernel
    else
        asm volatile("bar.sync 1, 64;" ::: "memory");
}

int main()
{
    stuck<<<2, 64>>>(); // expect: barrier-divergence
    return cudaDeviceSynchronize() == cudaSuccess;
}
