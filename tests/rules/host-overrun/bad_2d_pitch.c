#include "cuda_runtime.h"
#include <stdlib.h>

enum { PITCH = 256, WIDTH = 200, HEIGHT = 10 };

/* The block has room for rows of WIDTH, the copy is told that they are PITCH apart. */
int main(void)
{
    size_t pitch;
    char *device, *host = malloc(WIDTH * HEIGHT); // site: created
    cudaMallocPitch((void **)&device, &pitch, WIDTH, HEIGHT);
    cudaMemcpy2D(device, pitch, host, PITCH, WIDTH, HEIGHT, cudaMemcpyHostToDevice); // expect: host-overrun arg=src
    cudaFree(device);
    free(host);
    return 0;
}
