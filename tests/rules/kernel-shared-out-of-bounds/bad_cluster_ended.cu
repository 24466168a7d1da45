// nvcc: -arch=sm_90 -lineinfo
// soft only: the other block may still be there
#include <cooperative_groups.h>

/* Nothing keeps the second block alive until the first has read its memory. */
__global__ void __cluster_dims__(2, 1, 1) look(int *out)
{
    __shared__ int value;
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    value = 7;
    cluster.sync();
    if (cluster.block_rank() == 1)
        return;
    for (int i = 0; i < 100000; i++)
        *out += *cluster.map_shared_rank(&value, 1); // site: kernel
}

int main()
{
    int *d;
    cudaMalloc(&d, 4);
    cudaMemset(d, 0, 4);
    look<<<2, 1>>>(d); // expect: kernel-shared-out-of-bounds
    return cudaDeviceSynchronize() == cudaSuccess;
}
