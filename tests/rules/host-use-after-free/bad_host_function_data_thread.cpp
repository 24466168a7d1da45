#include <cuda_runtime.h>
#include <memory>
#include <semaphore.h>
#include <thread>

struct Job {
    int number = 1;
    char name[300] = { 0 };
};
static sem_t gate;
static volatile int seen;

static void hold(void *) { sem_wait(&gate); }

static void finish(void *data) { seen = static_cast<Job *>(data)->number; }

/* Another thread enqueues the function, and its data end with the thread. */
static void enqueue(cudaStream_t stream)
{
    auto job = std::make_unique<Job>(); // site: created
    cudaLaunchHostFunc(stream, finish, job.get()); // expect: host-use-after-free severity=warning arg=userData state=freed
}

int main()
{
    cudaStream_t stream;
    sem_init(&gate, 0, 0);
    cudaStreamCreate(&stream);
    cudaLaunchHostFunc(stream, hold, nullptr);
    std::thread(enqueue, stream).join();
    sem_post(&gate);
    cudaStreamSynchronize(stream);
    return cudaStreamDestroy(stream);
}
