#include "cuda_runtime.h"
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int status = 1;
    pid_t child = fork();
    if (child == 0) {
        void *p;
        _exit(cudaMalloc(&p, 64) || cudaFree(p));
    }
    waitpid(child, &status, 0);
    return status || cudaFree(0);
}
