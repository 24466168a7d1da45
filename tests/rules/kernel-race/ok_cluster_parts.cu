// nvcc: -arch=sm_90 -lineinfo
/* A relaxed arrival behind a fence releases what lies before that; arrival and wait apart; a block
 * that passes on by a flag what it learnt in its cluster. */
#include <cuda_runtime.h>

__device__ void arrive() { asm volatile("barrier.cluster.arrive.aligned;" ::: "memory"); }

__device__ void wait() { asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); }

__global__ void __cluster_dims__(2, 1, 1) fenced(int *p, int *out)
{
    for (int k = 0; k < 3; k++) {
        p[blockIdx.x * 64 + threadIdx.x] = threadIdx.x + k;
        asm volatile("fence.acq_rel.cluster;\nbarrier.cluster.arrive.relaxed.aligned;" ::: "memory");
        wait();
        out[blockIdx.x * 64 + threadIdx.x] = p[(blockIdx.x ^ 1) * 64 + threadIdx.x];
        arrive();
        wait();
    }
}

__global__ void __cluster_dims__(2, 1, 1) apart(int *p, int *out)
{
    p[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
    arrive();
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
    wait();
    out[blockIdx.x * 64 + threadIdx.x] += p[(blockIdx.x ^ 1) * 64 + threadIdx.x];
}

/* Block 0 writes, block 1 hears of it in the cluster, block 2 from block 1, block 3 in its own. */
__global__ void __cluster_dims__(2, 1, 1) passed_on(int *p, int *flag, int *out)
{
    if (!blockIdx.x)
        p[threadIdx.x] = threadIdx.x;
    if (blockIdx.x < 2) {
        arrive();
        wait();
    }
    if (blockIdx.x == 1 && !threadIdx.x) {
        __threadfence();
        atomicExch(flag, 1);
    }
    if (blockIdx.x == 2 && !threadIdx.x) {
        while (!atomicAdd(flag, 0))
            ;
        __threadfence();
    }
    if (blockIdx.x >= 2) {
        arrive();
        wait();
        out[blockIdx.x * 64 + threadIdx.x] = p[threadIdx.x];
    }
}

int main()
{
    int *d;
    cudaMalloc(&d, 4096);
    cudaMemset(d, 0, 4096);
    fenced<<<4, 64>>>(d, d + 512);
    apart<<<4, 64>>>(d, d + 512);
    passed_on<<<4, 64>>>(d, d + 1000, d + 512);
    return cudaDeviceSynchronize() != cudaSuccess || cudaFree(d) != cudaSuccess;
}
