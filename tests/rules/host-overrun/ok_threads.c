#include "cuda_runtime.h"
#include <pthread.h>
#include <stdlib.h>

/* Blocks that pass from thread to thread, while others are made and freed. */
enum { THREADS = 4, ROUNDS = 300 };
static char *device;
static char *shelf[64];

static void *work(void *user)
{
    unsigned seed = (unsigned)(size_t)user;
    for (int i = 0; i < ROUNDS; i++) {
        size_t size = (size_t)(rand_r(&seed) % 9000) + 8;
        char *mine = malloc(size);
        if (cudaMemcpy(device, mine, size, cudaMemcpyHostToDevice))
            return mine;
        free(__atomic_exchange_n(&shelf[rand_r(&seed) % 64], mine, __ATOMIC_ACQ_REL));
    }
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    void *bad = NULL, *result;
    cudaMalloc((void **)&device, 1 << 20);
    for (size_t i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, work, (void *)(i + 1));
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], &result);
        bad = result ? result : bad;
    }
    return bad ? 1 : cudaFree(device);
}
