// nvcc: -arch=sm_90 -lineinfo
// soft only: on a GPU all that is known is that the kernel failed
#include <cooperative_groups.h>

__global__ void __cluster_dims__(2, 1, 1) beyond(int *out, int at)
{
    __shared__ int values[32];
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    values[threadIdx.x] = threadIdx.x;
    cluster.sync();
    out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(values, cluster.block_rank() ^ 1)[threadIdx.x + at]; // site: kernel
    cluster.sync();
}

int main()
{
    int *d;
    cudaMalloc(&d, 256);
    beyond<<<2, 32>>>(d, 65536); // expect: kernel-shared-out-of-bounds
    return cudaDeviceSynchronize() == cudaSuccess;
}
