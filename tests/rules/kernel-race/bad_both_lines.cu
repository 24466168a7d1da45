// nvcc: -arch=sm_75
/* The other access of a race is a place with a file, as the own one is.  It comes first. */
#include <cuda_runtime.h>

__device__ void put(int *to, int value) { *to = value; } // site: related

__global__ void halves(int *v, double *out)
{
    int t = threadIdx.x;
    if (t < 32)
        put(v + t, t);
    else {
        __nanosleep(100000);
        out[t] = v[t - 32]; // site: kernel
    }
}

int main()
{
    int *v;
    double *out;
    cudaMalloc(&v, 128 * sizeof *v);
    cudaMalloc(&out, 64 * sizeof *out);
    cudaMemset(v, 0, 128 * sizeof *v);
    halves<<<1, 64>>>(v, out); // expect: kernel-race severity=warning says=nothing_orders_the_two
    return cudaDeviceSynchronize() || cudaFree(v) || cudaFree(out);
}
