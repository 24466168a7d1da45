// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

/* The same launched by the runtime, out of a fat binary: 40 numbers that are there at once, in blocks of 1024 threads. */
enum { KEPT = 40, THREADS = 1024 };

__global__ void mix(unsigned *p, unsigned *q)
{
    unsigned kept[KEPT], i = blockIdx.x * blockDim.x + threadIdx.x, all = 0;
#pragma unroll
    for (unsigned k = 0; k < KEPT; k++)
        kept[k] = p[(i * (2 * k + 1) + k) % THREADS];
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < KEPT; k++)
        all = all * 31 + kept[KEPT - 1 - k];
    q[i] = all;
}

static unsigned mixed(unsigned i)
{
    unsigned all = 0;
    for (unsigned k = KEPT; k--;)
        all = all * 31 + 3 * ((i * (2 * k + 1) + k) % THREADS);
    return all;
}

int main()
{
    unsigned *p, *q, values[THREADS], last = 0;
    for (unsigned i = 0; i < THREADS; i++)
        values[i] = 3 * i;
    if (cudaMalloc(&p, sizeof values) || cudaMalloc(&q, sizeof values) || cudaMemcpy(p, values, sizeof values, cudaMemcpyHostToDevice))
        return 1;
    for (unsigned threads = 64; threads <= THREADS; threads *= 2) {
        mix<<<1, threads>>>(p, q);
        if (cudaGetLastError() || cudaMemcpy(&last, q + threads - 1, 4, cudaMemcpyDeviceToHost))
            return 2;
        if (last != mixed(threads - 1))
            return 3;
    }
    return cudaFree(p) || cudaFree(q) ? 4 : 0;
}
