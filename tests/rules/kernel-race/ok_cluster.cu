// nvcc: -arch=sm_90 -lineinfo
#include <cooperative_groups.h>

/* Written before a barrier of the cluster, read behind it, in global memory. */
__global__ void __cluster_dims__(2, 1, 1) swap(int *values, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    values[i] = i;
    cooperative_groups::this_cluster().sync();
    out[i] = values[i ^ 64];
    cooperative_groups::this_cluster().sync();
    values[i ^ 64] = 1;
}

int main()
{
    int *d;
    cudaMalloc(&d, 4096);
    swap<<<8, 64>>>(d, d + 512);
    return cudaDeviceSynchronize() != cudaSuccess || cudaFree(d) != cudaSuccess;
}
