#include <sys/wait.h>
#include <stdlib.h>
#include <unistd.h>

#include "cuda_runtime.h"

__global__ void kernel(int *p) { *p = 1; }

/* The parent's runtime has only registered its kernels; the child initialises the driver, uses it, and leaves in an orderly way. */
int main(void)
{
    int status = 0;
    if (fork()) {
        wait(&status);
        return WEXITSTATUS(status);
    }
    int *p, host = 0;
    if (cudaMalloc(&p, sizeof *p))
        exit(1);
    kernel<<<1, 1>>>(p);
    cudaMemcpy(&host, p, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(p);
    exit(host != 1);
}
