// nvcc: -arch=sm_75 -lineinfo
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

__constant__ float taps[256], scratch[256], whole[256];
__device__ float state[256], sums[256], pieces[256], kept[256];

__global__ void filter(float *out)
{
    int i = threadIdx.x;
    out[i] = taps[i] + scratch[i] + whole[i] + state[i] + sums[i] + pieces[i];
}

__global__ void clear_rest()
{
    if (threadIdx.x >= 64)
        kept[threadIdx.x] = 2;
}

__global__ void use(float *out)
{
    out[threadIdx.x] = kept[threadIdx.x];
}

static float quarter[64], padded[256], full[256];
static float large[1024];

/* A quarter of each variable is copied, and all of it is read. */
int main()
{
    float *out, local[64], back[256];
    float *heap = (float *)malloc(sizeof quarter);
    for (int i = 0; i < 256; i++) {
        full[i] = 1.0f + i;
        if (i < 64)
            heap[i] = local[i] = quarter[i] = padded[i] = 1.0f + i;
    }
    for (int i = 0; i < 1024; i++)
        large[i] = 3;
    cudaMalloc(&out, sizeof full);
    cudaMemcpyToSymbol(taps, quarter, sizeof quarter);     /* the host has no more */
    cudaMemcpyToSymbol(scratch, padded, sizeof quarter);   /* it has zeros */
    cudaMemcpyToSymbol(sums, local, sizeof quarter);       /* a local array, as short */
    cudaMemcpyToSymbol(state, heap, sizeof quarter);       /* a block of the heap */
    cudaMemcpyToSymbol(whole, large, sizeof quarter);      /* something else, larger */
    for (int i = 0; i < 4; i++)                            /* all of it, in four parts */
        cudaMemcpyToSymbol(pieces, full + 64 * i, sizeof quarter, sizeof quarter * i);
    filter<<<1, 256>>>(out);
    clear_rest<<<1, 256>>>();
    cudaMemcpyToSymbol(kept, full, sizeof quarter); /* a kernel has written the rest */
    use<<<1, 256>>>(out);
    cudaMemcpyFromSymbol(back, kept, sizeof back);
    free(heap);
    return cudaMemcpy(back, out, sizeof back, cudaMemcpyDeviceToHost) || cudaFree(out);
}
