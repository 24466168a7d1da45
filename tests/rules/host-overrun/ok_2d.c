#include "cuda_runtime.h"
#include <stdlib.h>

enum { PITCH = 256, WIDTH = 200, HEIGHT = 10 };

/* The last row ends with its width, not with the pitch. */
int main(void)
{
    size_t pitch;
    char *device, *host = malloc(PITCH * (HEIGHT - 1) + WIDTH);
    int bad = cudaMallocPitch((void **)&device, &pitch, WIDTH, HEIGHT) ||
              cudaMemcpy2D(device, pitch, host, PITCH, WIDTH, HEIGHT, cudaMemcpyHostToDevice) ||
              cudaMemcpy2D(host, PITCH, device, pitch, WIDTH, HEIGHT, cudaMemcpyDeviceToHost) || cudaFree(device);
    free(host);
    return bad;
}
