#include "cuda_runtime.h"
#include "parts.h"

enum { PARTS = 32 };

/* Parts of one buffer go up one after the other, and others come back on another stream meanwhile: the bytes between them are nobody's. */
int main(void)
{
    both_ways(PARTS);
    cudaMemset(device, 0, PARTS * PART);
    cudaDeviceSynchronize();
    for (int i = 0; i < PARTS; i++)
        cudaMemcpyAsync(device + i * PART, pinned + i * PART, PART - i, cudaMemcpyHostToDevice, up);
    for (int i = 1; i < PARTS; i++)
        cudaMemcpyAsync(result + i * PART, device + (i + 1) * PART - i, (size_t)i, cudaMemcpyDeviceToHost, down);
    cudaDeviceSynchronize();
    drop_parts();
    return 0;
}
