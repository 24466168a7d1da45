#include <semaphore.h>

#include "cuda_runtime.h"

static sem_t gate;
static volatile int seen;

static void wait_here(void *unused)
{
    (void)unused;
    sem_wait(&gate);
}

static void finish(void *data) { seen = *(int *)data; }

static void enqueue(cudaStream_t stream)
{
    int number = 7; // site: created
    cudaLaunchHostFunc(stream, finish, &number); // expect: host-use-after-free severity=warning arg=userData state=freed says=variable_'number' says=whose_function_returns_before_the_host_function_has_run
}

int main(void)
{
    cudaStream_t stream;
    sem_init(&gate, 0, 0);
    cudaStreamCreate(&stream);
    cudaLaunchHostFunc(stream, wait_here, NULL);
    enqueue(stream);
    cudaStreamQuery(stream); // site: related
    sem_post(&gate);
    cudaStreamSynchronize(stream);
    return cudaStreamDestroy(stream);
}
