#include "cuda_runtime.h"

int results[10]; // site: created
int others[1000];

/* Elements for bytes, into a global that others follow. */
int main(void)
{
    int *device;
    cudaMalloc((void **)&device, 1 << 20);
    for (int i = 0; i < 3; i++)
        cudaMemcpy(results + 2, device, 10 * sizeof *results, cudaMemcpyDeviceToHost); // expect: host-overrun arg=dst object=host-memory
    cudaFree(device);
    return others[0] != 0;
}
