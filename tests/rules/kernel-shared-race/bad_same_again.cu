// nvcc: -arch=sm_75
/* A thread stores what it has stored already: the first store is no less of a race for that. */
#include <cuda_runtime.h>

__global__ void again(int *out, int far)
{
    __shared__ volatile int again;
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    if (t == 40) {
        s[far] = 5;
        again = 1;
        int now = s[far];
        s[far] = now;
    }
    out[t] = s[t];
}

int main()
{
    int *out;
    cudaMalloc(&out, 1024);
    again<<<1, 64>>>(out, 3); // expect-soft: kernel-shared-race severity=warning says=belong_to_one_block
    again<<<1, 64>>>(out, 60); // expect-soft: kernel-shared-race severity=warning says=lanes_of_one_warp
    return cudaDeviceSynchronize() || cudaFree(out);
}
