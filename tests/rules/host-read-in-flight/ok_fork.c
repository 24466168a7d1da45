#include <sys/wait.h>
#include <unistd.h>

#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* The child's copy of the memory is its own. */
int main(void)
{
    char *host, *device;
    cudaStream_t s;
    int status = 1;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreate(&s);
    cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, s);
    pid_t child = fork();
    if (!child) {
        host[1] = host[0];
        _exit(0);
    }
    waitpid(child, &status, 0);
    cudaStreamSynchronize(s);
    cudaFreeHost(host);
    cudaFree(device);
    return status;
}
