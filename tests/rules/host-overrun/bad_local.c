#include "cuda_runtime.h"

/* The array is the caller's, the copy is made further down. */
static void send(char *device, const int *numbers, size_t bytes)
{
    cudaMemcpy(device, numbers, bytes, cudaMemcpyHostToDevice); // expect: host-overrun arg=src object=host-memory
}

int main(void)
{
    char *device;
    int numbers[64] = { 0 }; // site: created
    cudaMalloc((void **)&device, 1 << 20);
    send(device, numbers, 65 * sizeof numbers[0]);
    cudaFree(device);
    return numbers[0];
}
