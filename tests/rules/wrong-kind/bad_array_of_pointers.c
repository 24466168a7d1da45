#include "cuda_runtime.h"

/* The host's own array of pointers: what they lead to is not what was meant. */
int main(void)
{
    void *rows[4], *device;
    for (int i = 0; i < 4; i++)
        cudaMalloc(&rows[i], 256);
    cudaMalloc(&device, sizeof rows);
    cudaMemcpy(device, rows, sizeof rows, cudaMemcpyDeviceToDevice); // expect: wrong-kind arg=kind unsaid=holds_a_pointer
    return 0;
}
