#include "cuda_runtime.h"
#include "parts.h"

enum { PARTS = 16 };

/* Parts go up; the last call has its two addresses in each other's place. */
int main(void)
{
    one_way(PARTS, cudaStreamDefault);
    for (int i = 0; i < PARTS; i++)
        cudaMemcpyAsync(device + i * PART, pinned + i * PART, PART, cudaMemcpyHostToDevice, up);
    cudaMemcpyAsync(pinned, device, PART, cudaMemcpyHostToDevice, up); // expect: wrong-kind arg=kind api=cudaMemcpyAsync severity=warning result=None
    cudaStreamSynchronize(up);
    drop_parts();
    return 0;
}
