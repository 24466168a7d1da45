#include <cuda_runtime.h>
#include <stdio.h>

/* The copy is longer than its target: gdb is to stop in copy, where [count] is 128. */
static void copy(char *host, size_t count)
{
    char *memory = NULL;
    cudaMalloc((void **)&memory, 64);
    cudaMemcpy(memory, host, count, cudaMemcpyHostToDevice);
    cudaFree(memory);
}

int main(void)
{
    static char host[128];
    copy(host, sizeof host);
    puts("over");
    return 0;
}
