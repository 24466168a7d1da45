// cc: gcc -s -g0
#include "cuda_runtime.h"

/* Nothing tells how long the variables are: wrong, but nothing can be said. */
static char first[400], second[4000];

int main(void)
{
    char *device, local[64] = { 0 };
    int bad = cudaMalloc((void **)&device, 1 << 20) || cudaMemcpy(device, first, 800, cudaMemcpyHostToDevice) ||
              cudaMemcpy(device, local, 80, cudaMemcpyHostToDevice) || cudaMemcpy(device, second, 4000, cudaMemcpyHostToDevice) ||
              cudaFree(device);
    return bad + local[0];
}
