#include <pthread.h>

#include "cuda_runtime.h"

/* Sources that live: an array of a caller, a static one, and a frame of a thread that still waits. */
struct job {
    cudaGraphExec_t exec;
    cudaStream_t stream;
    int error;
};

static __attribute__((noinline)) cudaGraphExec_t record(void *d, const float *table, cudaStream_t s)
{
    static float second[64];
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) || cudaMemcpyAsync(d, table, 256, cudaMemcpyHostToDevice, s) ||
        cudaMemcpyAsync(d, second, 256, cudaMemcpyHostToDevice, s) || cudaStreamEndCapture(s, &graph) || cudaGraphInstantiate(&exec, graph, 0) ||
        cudaGraphDestroy(graph))
        return NULL;
    return exec;
}

static void *launch(void *arg)
{
    struct job *job = arg;
    job->error = cudaGraphLaunch(job->exec, job->stream) || cudaStreamSynchronize(job->stream);
    return NULL;
}

static __attribute__((noinline)) int deeper(cudaGraphExec_t exec, cudaStream_t s)
{
    volatile char room[512];
    room[0] = 0;
    return room[0] + (cudaGraphLaunch(exec, s) || cudaStreamSynchronize(s));
}

int main(void)
{
    float table[64] = { 1 };
    void *d;
    pthread_t thread;
    struct job job = { 0 };
    if (cudaMalloc(&d, 256) || cudaStreamCreate(&job.stream) || !(job.exec = record(d, table, job.stream)))
        return 1;
    if (cudaGraphLaunch(job.exec, job.stream) || cudaStreamSynchronize(job.stream) || deeper(job.exec, job.stream) ||
        pthread_create(&thread, NULL, launch, &job) || pthread_join(thread, NULL) || job.error)
        return 1;
    return cudaGraphExecDestroy(job.exec) || cudaStreamDestroy(job.stream) || cudaFree(d);
}
