// nvcc: -arch=sm_75
/* Block 0 writes, and writes the same once more; block 1 reads when it has been told so without a fence.  The second store changes nothing, and so does
 * not hide the first one. */
#include <cuda_runtime.h>

__device__ void announce(int *flag)
{
    __syncthreads();
    if (!threadIdx.x)
        atomicExch(flag, 1);
}

__device__ void wait_for(int *flag)
{
    if (!threadIdx.x)
        while (!atomicAdd(flag, 0))
            ;
    __syncthreads();
}

__global__ void word(volatile int *again, int *x, int *flag, int *out)
{
    if (!blockIdx.x) {
        if (!threadIdx.x) {
            *x = 5;
            *again = 1;
            int now = *x;
            *x = now;
        }
        announce(flag);
    } else {
        wait_for(flag);
        out[threadIdx.x] = *x;
    }
}

/* The second store behind a barrier, by other threads. */
template <typename T> __global__ void row(T *x, int *flag, T *out, int step)
{
    int t = threadIdx.x, n = blockDim.x;
    if (!blockIdx.x) {
        x[t * step] = T(t + 1);
        __syncthreads();
        x[(n - 1 - t) * step] = T(n - t);
        announce(flag);
    } else {
        wait_for(flag);
        out[t] = x[t * step];
    }
}

/* By the same threads, in a loop. */
__global__ void often(int *x, int *flag, int *out, int some)
{
    int t = threadIdx.x;
    if (!blockIdx.x) {
        for (int k = 0; k < 4; k++) {
            if (!some || t % 3)
                x[t] = t + 1;
            __syncthreads();
        }
        announce(flag);
    } else {
        wait_for(flag);
        out[t] = x[t];
    }
}

int main()
{
    char *x, *out;
    int *flags;
    cudaMalloc(&x, 65536);
    cudaMalloc(&out, 65536);
    cudaMalloc(&flags, 1024);
    cudaMemset(x, 0, 65536);
    cudaMemset(flags, 0, 1024);
    word<<<2, 32>>>(flags + 100, (int *)x, flags, (int *)out); // expect-soft: kernel-race severity=warning object=device-memory
    cudaMemset(x, 0, 65536);
    row<<<2, 256>>>((int *)x, flags + 1, (int *)out, 1); // expect-soft: kernel-race severity=warning object=device-memory
    cudaMemset(x, 0, 65536);
    row<<<2, 32>>>((int *)x, flags + 2, (int *)out, 1); // expect-soft: kernel-race severity=warning object=device-memory
    cudaMemset(x, 0, 65536);
    row<<<2, 64>>>((int *)x, flags + 3, (int *)out, 7); // expect-soft: kernel-race severity=warning object=device-memory
    cudaMemset(x, 0, 65536);
    row<<<2, 64>>>((double *)x, flags + 4, (double *)out, 1); // expect-soft: kernel-race severity=warning object=device-memory
    cudaMemset(x, 0, 65536);
    row<<<2, 64>>>((unsigned char *)x, flags + 5, (unsigned char *)out, 1); // expect-soft: kernel-race severity=warning object=device-memory
    cudaMemset(x, 0, 65536);
    often<<<2, 256>>>((int *)x, flags + 6, (int *)out, 0); // expect-soft: kernel-race severity=warning object=device-memory
    cudaMemset(x, 0, 65536);
    often<<<2, 64>>>((int *)x, flags + 7, (int *)out, 0); // expect-soft: kernel-race severity=warning object=device-memory
    cudaMemset(x, 0, 65536);
    often<<<2, 64>>>((int *)x, flags + 8, (int *)out, 1); // expect-soft: kernel-race severity=warning object=device-memory
    return cudaDeviceSynchronize() || (cudaFree(x) | cudaFree(out) | cudaFree(flags));
}
