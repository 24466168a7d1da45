#include "cuda_runtime.h"
#include <pthread.h>
#include <stdlib.h>

static char *device;

/* A block of another thread's arena, whose owner has freed it but lives. */
static void *work(void *unused)
{
    char *kept = malloc(500), *host = malloc(5000); // site: created
    (void)unused;
    free(host); // site: destroyed
    cudaMemcpy(device, host, 5000, cudaMemcpyHostToDevice); // expect: host-use-after-free arg=src
    free(kept);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    cudaMalloc((void **)&device, 1 << 20);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    cudaFree(device);
    return 0;
}
