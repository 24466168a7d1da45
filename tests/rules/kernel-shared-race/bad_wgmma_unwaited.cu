// unseen on a GPU: what asynchronous copies and products do is not watched there
// nvcc: -gencode arch=compute_90a,code=compute_90a -std=c++17
#include <stdint.h>

enum { THREADS = 128, A_BYTES = 64 * 32, B_BYTES = 8 * 32 };

/* A matrix in shared memory: eight rows of sixteen bytes lie together. */
__device__ uint64_t matrix(const void *at, int rows)
{
    uint64_t start = (uint64_t)__cvta_generic_to_shared(at) >> 4;
    return start | (uint64_t)rows << 16 | 8ull << 32;
}

/* The next tile is stored while the product of this one may still be reading it. */
__global__ void product(float *out)
{
    __shared__ alignas(1024) uint16_t a[A_BYTES / 2], b[B_BYTES / 2];
    float d0 = 0, d1 = 0, d2 = 0, d3 = 0;
    for (int step = 0; step < 2; step++) {
        for (int k = threadIdx.x; k < A_BYTES / 2; k += THREADS)
            a[k] = 0x3c00; // site-soft: kernel
        b[threadIdx.x] = 0x3c00;
        asm volatile("fence.proxy.async; bar.sync 0; wgmma.fence.sync.aligned;" ::: "memory");
        asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;\n"
                     "wgmma.commit_group.sync.aligned;"
                     : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)
                     : "l"(matrix(a, 64)), "l"(matrix(b, 8))
                     : "memory");
        __syncthreads();
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;" : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)::"memory");
    out[threadIdx.x] = d0 + d1 + d2 + d3;
}

int main()
{
    float *out;
    cudaMalloc(&out, THREADS * sizeof *out);
    product<<<1, THREADS>>>(out); // expect-soft: kernel-shared-race severity=warning says=may_still_be_reading
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
