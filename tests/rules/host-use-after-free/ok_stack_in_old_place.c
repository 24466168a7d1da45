#include "cuda_runtime.h"
#include <pthread.h>
#include <stdlib.h>

/* Stacks of threads come to lie where big blocks were. */
static char *device;

static void *work(void *unused)
{
    char local[64000];
    return cudaMemcpy(local, device, sizeof local, cudaMemcpyDeviceToHost) || cudaMemcpy(device, local, sizeof local, cudaMemcpyHostToDevice)
               ? unused : NULL;
}

int main(void)
{
    cudaMalloc((void **)&device, 1 << 20);
    for (int i = 0; i < 20; i++) {
        pthread_t thread;
        void *result, *host = malloc(40 << 20);
        cudaMemcpy(device, host, 1000, cudaMemcpyHostToDevice);
        free(host);
        pthread_create(&thread, NULL, work, &thread);
        pthread_join(thread, &result);
        if (result)
            return 1;
    }
    return cudaFree(device);
}
