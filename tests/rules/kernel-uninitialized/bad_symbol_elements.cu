// unseen on a GPU: who writes to variables of modules is not followed there
// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>

__constant__ float table[256];

__global__ void look_up(float *out)
{
    out[threadIdx.x] = table[threadIdx.x];
}

static float host[256];

/* 256 elements, but 256 bytes: the rest of the table has the zeros that it was loaded with. */
int main()
{
    float *out;
    for (int i = 0; i < 256; i++)
        host[i] = 1.0f + i;
    cudaMalloc(&out, sizeof host);
    cudaMemcpyToSymbol(table, host, 256); // site-soft: related
    look_up<<<1, 256>>>(out); // expect-soft: kernel-uninitialized severity=warning says=cudaMemcpyToSymbol_wrote_only_the_first_256_bytes,_but_256_elements_have_1024_bytes
    return cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) || cudaFree(out);
}
