#include "cuda_runtime.h"
#include <stdlib.h>

/* Write into a small freed block; the process ends before its heap is asked again. */
int main(void)
{
    char *device, *host = malloc(64); // site: created
    cudaMalloc((void **)&device, 4096);
    free(host); // site: destroyed
    cudaMemcpy(host + 32, device, 8, cudaMemcpyDeviceToHost); // expect: host-use-after-free arg=dst state=freed
    _Exit(0);
}
