#include "cuda_runtime.h"

static char table[400]; // site: created
static char behind[4000];

int main(void)
{
    char *device;
    cudaMalloc((void **)&device, 1 << 20);
    cudaMemcpy(device, table, 4000, cudaMemcpyHostToDevice); // expect: host-overrun arg=src object=host-memory contained=0
    cudaMemcpy(device, behind, 4000, cudaMemcpyHostToDevice);
    cudaFree(device);
    return 0;
}
