// nvcc: -arch=sm_90 -lineinfo
// soft only: on a GPU all that is known is that the kernel failed
#include <cooperative_groups.h>

/* The neighbour of the last block is not there. */
__global__ void __cluster_dims__(2, 1, 1) shift(int *out)
{
    __shared__ int value;
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    value = blockIdx.x;
    cluster.sync();
    out[blockIdx.x] = *cluster.map_shared_rank(&value, cluster.block_rank() + 1); // site: kernel
    cluster.sync();
}

int main()
{
    int *d;
    cudaMalloc(&d, 64);
    shift<<<2, 1>>>(d); // expect: kernel-shared-out-of-bounds
    return cudaDeviceSynchronize() == cudaSuccess;
}
