#include "cuda_runtime.h"
#include "parts.h"

enum { PARTS = 32 };

/* Parts of one buffer go up one after the other; one of them comes back on another stream too early. */
int main(void)
{
    both_ways(PARTS);
    for (int i = 0; i < PARTS; i++)
        if (i == PARTS - 4)
            cudaMemcpyAsync(device + i * PART, pinned + i * PART, PART, cudaMemcpyHostToDevice, up); // site: related
        else
            cudaMemcpyAsync(device + i * PART, pinned + i * PART, PART - i, cudaMemcpyHostToDevice, up);
    cudaMemcpyAsync(result, device + (PARTS - 3) * PART - 1, 1, cudaMemcpyDeviceToHost, down); // expect: stream-race arg=src
    cudaDeviceSynchronize();
    drop_parts();
    return 0;
}
