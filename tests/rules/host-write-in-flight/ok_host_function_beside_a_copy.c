#include "cuda_runtime.h"
#include <sched.h>

enum { PART = 64 };
static char *host;
static int launched;

static void fill(void *unused)
{
    (void)unused;
    while (!__atomic_load_n(&launched, __ATOMIC_ACQUIRE))
        sched_yield();
    for (int i = 0; i < PART; i++)
        host[PART + i] = 1;
}

/* The host function fills the source of the copy behind it; the bytes beside that are another stream's. */
int main(void)
{
    char *device;
    cudaStream_t one, two;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMallocHost((void **)&host, 2 * PART);
    cudaMalloc((void **)&device, 2 * PART);
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaStreamBeginCapture(two, cudaStreamCaptureModeThreadLocal);
    cudaMemcpyAsync(device + PART, host + PART, PART, cudaMemcpyHostToDevice, two);
    cudaStreamEndCapture(two, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaMemcpyAsync(device, host, PART, cudaMemcpyHostToDevice, one);
    cudaLaunchHostFunc(two, fill, NULL);
    cudaGraphLaunch(exec, two);
    __atomic_store_n(&launched, 1, __ATOMIC_RELEASE);
    return cudaDeviceSynchronize();
}
