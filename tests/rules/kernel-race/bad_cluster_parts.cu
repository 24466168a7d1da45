// nvcc: -arch=sm_90 -lineinfo
// soft only: a GPU tells of no races
/* What a barrier of a cluster does not order: blocks of other clusters, also where the first access
 * or the second is atomic, and what lies before an arrival that is relaxed. */
#include <cuda_runtime.h>

__device__ void meet()
{
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

__device__ void meet_relaxed()
{
    asm volatile("barrier.cluster.arrive.relaxed.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

__global__ void __cluster_dims__(2, 1, 1) other_cluster(int *p, int *out, int writer)
{
    if (blockIdx.x == writer && !threadIdx.x)
        p[0] = 1 + writer;
    meet();
    if (blockIdx.x == (writer ^ 2) && threadIdx.x == 33)
        out[0] = p[0];
}

__global__ void __cluster_dims__(2, 1, 1) other_atomic(int *p, int adder)
{
    meet();
    if (blockIdx.x == (adder ^ 2) && !threadIdx.x)
        p[0] = 5 + adder;
    if (blockIdx.x == adder && threadIdx.x == 33)
        atomicAdd(p, 1);
    meet();
}

__global__ void __cluster_dims__(2, 1, 1) relaxed(int *p, int *out)
{
    p[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
    __syncthreads();
    meet_relaxed();
    out[blockIdx.x * 64 + threadIdx.x] = p[(blockIdx.x ^ 1) * 64 + threadIdx.x];
}

/* The second of two phases says nothing of what comes behind its arrival. */
__global__ void __cluster_dims__(2, 1, 1) behind(int *p, int *out)
{
    meet();
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
    if (!blockIdx.x)
        p[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
    if (blockIdx.x)
        out[threadIdx.x] = p[threadIdx.x];
}

int main()
{
    int *d;
    cudaMalloc(&d, 4096);
    cudaMemset(d, 0, 4096);
    other_cluster<<<4, 64>>>(d, d + 512, 0); // expect: kernel-race severity=warning arg=p object=device-memory
    other_cluster<<<4, 64>>>(d, d + 512, 2); // expect: kernel-race severity=warning arg=p object=device-memory
    other_atomic<<<4, 64>>>(d, 0); // expect: kernel-race severity=warning arg=p object=device-memory
    other_atomic<<<4, 64>>>(d, 2); // expect: kernel-race severity=warning arg=p object=device-memory
    relaxed<<<2, 64>>>(d, d + 512); // expect: kernel-race severity=warning arg=p object=device-memory
    behind<<<2, 64>>>(d, d + 512); // expect: kernel-race severity=warning arg=p object=device-memory
    return cudaDeviceSynchronize() != cudaSuccess;
}
