#include <semaphore.h>
#include <stdlib.h>

#include "cuda_runtime.h"

struct job {
    int number, results[1000];
};
static sem_t gate;
static volatile int seen;

static void wait_here(void *unused)
{
    (void)unused;
    sem_wait(&gate);
}

static void finish(void *data) { seen = ((struct job *)data)->number; }

/* The data are freed as soon as the function is enqueued; it runs when the work before it is over. */
int main(void)
{
    cudaStream_t stream;
    sem_init(&gate, 0, 0);
    cudaStreamCreate(&stream);
    cudaLaunchHostFunc(stream, wait_here, NULL);
    struct job *job = calloc(1, sizeof *job); // site: created
    cudaLaunchHostFunc(stream, finish, job); // expect: host-use-after-free severity=warning arg=userData object=host-memory state=freed says=before_the_host_function_ran
    free(job); // site: destroyed
    sem_post(&gate);
    cudaStreamSynchronize(stream);
    return cudaStreamDestroy(stream);
}
