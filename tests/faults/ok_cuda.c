#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

static void check(cudaError_t error)
{
    if (!error)
        return;
    fprintf(stderr, "%s\n", cudaGetErrorString(error));
    exit(2);
}

/* Every result is looked at; without pinned memory ordinary memory does. */
int main(void)
{
    char *pinned = NULL, *memory = NULL;
    if (cudaMallocHost((void **)&pinned, 64)) // outcome: handled
        pinned = malloc(64);
    check(cudaMalloc((void **)&memory, 64)); // outcome: handled
    check(cudaMemcpy(memory, pinned, 64, cudaMemcpyHostToDevice)); // outcome: handled
    check(cudaDeviceSynchronize()); // outcome: handled
    puts("done");
    return 0;
}
