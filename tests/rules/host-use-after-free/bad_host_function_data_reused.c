#include <semaphore.h>
#include <stdlib.h>

#include "cuda_runtime.h"

static sem_t gate;
static volatile int seen;

static void wait_here(void *unused)
{
    (void)unused;
    sem_wait(&gate);
}

static void finish(void *data) { seen = *(int *)data; }

/* The place of the block has another owner when the function runs. */
int main(void)
{
    cudaStream_t stream;
    sem_init(&gate, 0, 0);
    cudaStreamCreate(&stream);
    cudaLaunchHostFunc(stream, wait_here, NULL);
    int *first = calloc(10, sizeof *first); // site: created
    cudaLaunchHostFunc(stream, finish, first); // expect: host-use-after-free severity=warning arg=userData state=freed
    free(first); // site: destroyed
    int *second = calloc(10, sizeof *second);
    sem_post(&gate);
    cudaStreamSynchronize(stream);
    free(second);
    return cudaStreamDestroy(stream);
}
