/* The parent has used the GPU; the child of its fork cannot. */
#include <sys/wait.h>
#include <unistd.h>

#include "cuda_runtime.h"

int main(void)
{
    void *p;
    cudaMalloc(&p, 64); // site: related
    if (!fork()) {
        cudaMalloc(&p, 64); // expect: after-fork api=cudaMalloc result=3
        exit(0);
    }
    wait(NULL);
    return cudaFree(p);
}
