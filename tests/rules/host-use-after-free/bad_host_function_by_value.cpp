// The user data are a structure that the function got by value: it lies among the caller's arguments, which are gone when the function has returned.
#include <semaphore.h>

#include "cuda_runtime.h"

struct Job {
    int value;
    char text[200];
};

static sem_t gate;
static volatile int seen;

static void wait_here(void *) { sem_wait(&gate); }

static void finish(void *data) { seen = ((Job *)data)->value; }

__attribute__((noinline)) static void enqueue(cudaStream_t stream, Job job)
{
    cudaLaunchHostFunc(stream, finish, &job); // expect: host-use-after-free severity=warning arg=userData state=freed says=an_argument_passed_by_value says=take_the_argument_by_reference
}

int main()
{
    cudaStream_t stream;
    sem_init(&gate, 0, 0);
    cudaStreamCreate(&stream);
    cudaLaunchHostFunc(stream, wait_here, nullptr);
    enqueue(stream, Job{ 7, "text" });
    sem_post(&gate);
    cudaStreamSynchronize(stream); // site: related
    return cudaStreamDestroy(stream);
}
