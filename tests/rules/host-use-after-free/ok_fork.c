#include "cuda_runtime.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* The child uses the device first; it inherits blocks, frees some and uses others. */
int main(void)
{
    char *kept = malloc(3000), *given = malloc(3000);
    int status;
    pid_t child = fork();
    if (!child) {
        char *device, *fresh;
        free(given);
        fresh = malloc(2900);
        _exit(cudaMalloc((void **)&device, 4096) || cudaMemcpy(device, kept, 3000, cudaMemcpyHostToDevice) ||
              cudaMemcpy(device, fresh, 2900, cudaMemcpyHostToDevice) || cudaFree(device));
    }
    waitpid(child, &status, 0);
    char *device;
    return status || cudaMalloc((void **)&device, 4096) || cudaMemcpy(device, given, 3000, cudaMemcpyHostToDevice) || cudaFree(device);
}
