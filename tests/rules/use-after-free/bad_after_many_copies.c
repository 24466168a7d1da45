#include "cuda_runtime.h"
#include "parts.h"

enum { PARTS = 16 };

/* Parts go up, each to its place; the buffer is freed, and one more part goes there. */
int main(void)
{
    one_way(PARTS, cudaStreamDefault);
    for (int i = 0; i < PARTS; i++)
        cudaMemcpyAsync(device + i * PART, pinned + i * PART, PART, cudaMemcpyHostToDevice, up);
    cudaStreamSynchronize(up);
    cudaFree(device);
    cudaMemcpyAsync(device + PART, pinned, PART / 2, cudaMemcpyHostToDevice, up); // expect: use-after-free api=cudaMemcpyAsync arg=dst object=device-memory state=freed
    cudaStreamDestroy(up);
    cudaFreeHost(pinned);
    return 0;
}
