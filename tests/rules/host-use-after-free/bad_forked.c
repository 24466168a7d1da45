#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda_runtime.h"

static void drop(void *block)
{
    free(block); // site: destroyed
}

/* Allocated by the parent, freed and used by the child. */
int main(void)
{
    char *host = malloc(5000), *next = malloc(64); // site: created
    int status;
    pid_t child = fork();
    if (!child) {
        void *device;
        cudaMalloc(&device, 8192);
        drop(host);
        cudaMemcpy(device, host, 5000, cudaMemcpyHostToDevice); // expect: host-use-after-free arg=src state=freed
        _exit(0);
    }
    waitpid(child, &status, 0);
    free(next);
    return 0;
}
