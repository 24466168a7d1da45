#include <semaphore.h>
#include <string>
#include <vector>

#include "cuda_runtime.h"

struct Task {
    std::string name = "a name that is too long for the object of a string itself";
    std::vector<int> results;
    double sums[200];
};
static sem_t gate;
static volatile size_t seen;

static void hold(void *) { sem_wait(&gate); }

static void finish(cudaStream_t, cudaError_t, void *data) { seen = sizeof *static_cast<Task *>(data); }

static void enqueue(cudaStream_t stream)
{
    Task *task = new Task; // site: created
    cudaStreamAddCallback(stream, finish, task, 0); // expect: host-use-after-free severity=warning api=cudaStreamAddCallback arg=userData state=freed
    delete task; // site: destroyed
}

int main()
{
    cudaStream_t stream;
    sem_init(&gate, 0, 0);
    cudaStreamCreate(&stream);
    cudaLaunchHostFunc(stream, hold, nullptr);
    enqueue(stream);
    sem_post(&gate);
    cudaStreamSynchronize(stream);
    return cudaStreamDestroy(stream);
}
