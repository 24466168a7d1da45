// cc: gcc -gsplit-dwarf -gdwarf-5
#include "cuda_runtime.h"

int main(void)
{
    char *device;
    int numbers[64] = { 0 };
    cudaMalloc((void **)&device, 1 << 20);
    cudaMemcpy(device, numbers + 1, sizeof numbers, cudaMemcpyHostToDevice); // expect: host-overrun arg=src object=host-memory
    cudaFree(device);
    return numbers[0];
}
