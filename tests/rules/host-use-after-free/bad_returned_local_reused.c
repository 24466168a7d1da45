#include "cuda_runtime.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The thread's stack lies where a large block of the heap was. */
static char *device;

static int *made(void)
{
    int numbers[256] = { 1, 2, 3 };
    int *volatile kept = numbers;
    return kept;
}

static void *work(void *unused)
{
    cudaMemcpy(device, made(), 1024, cudaMemcpyHostToDevice); // expect: host-use-after-free arg=src object=host-memory state=freed contained=0
    return unused;
}

int main(void)
{
    pthread_t thread;
    cudaMalloc((void **)&device, 1 << 20);
    char *block = malloc(64 << 20);
    memset(block, 1, 64 << 20);
    cudaMemcpy(device, block, 1 << 20, cudaMemcpyHostToDevice);
    free(block);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return cudaFree(device);
}
