#include "cuda_runtime.h"
#include <pthread.h>
#include <stdlib.h>

static char *device;

static void *work(void *unused)
{
    char *host = malloc(3000); // site: created
    (void)unused;
    cudaMemcpy(device, host, 4000, cudaMemcpyHostToDevice); // expect: host-overrun arg=src
    free(host);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    cudaMalloc((void **)&device, 4096);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    cudaFree(device);
    return 0;
}
