// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

/* Several mistakes of one thread: far apart, on both sides, in memory of other sizes. */
__global__ void touch(int *p, int *q, int near, int far, int front)
{
    p[near] = 1;
    p[far] = 2;
    p[front] = 3;
    q[near] = 4;
}

int main()
{
    int *in_front, *p, *q;
    cudaMalloc(&in_front, 400);
    cudaMalloc(&p, 400);
    cudaMalloc(&q, 200);
    touch<<<1, 1>>>(p, q, 100, 120, -1); // expect-soft: kernel-out-of-bounds arg=p says=directly_after // expect-soft: kernel-out-of-bounds arg=p says=80_bytes_after // expect-soft: kernel-out-of-bounds arg=p says=before_the_start // expect-soft: kernel-out-of-bounds arg=q
    cudaDeviceSynchronize();
    return cudaFree(in_front) || cudaFree(p) || cudaFree(q);
}
