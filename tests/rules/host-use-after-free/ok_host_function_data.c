#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>

#include "cuda_runtime.h"

struct job {
    int number;
    sem_t over;
};
static sem_t gate;
static volatile int seen;

static void wait_here(void *unused)
{
    (void)unused;
    sem_wait(&gate);
}

static void finish(void *data)
{
    seen = ((struct job *)data)->number;
    free(data);
}

static void count(void *data) { seen += (int)(intptr_t)data; }

static void tell(void *data) { sem_post(&((struct job *)data)->over); }

static void called_back(cudaStream_t stream, cudaError_t status, void *data)
{
    (void)stream, (void)status;
    seen += ((struct job *)data)->number;
}

/* The local data end after the function has told that it is done with them; no call of CUDA was
 * asked. */
static void wait_by_semaphore(cudaStream_t stream)
{
    struct job job = { .number = 3 };
    sem_init(&job.over, 0, 0);
    cudaLaunchHostFunc(stream, tell, &job);
    sem_wait(&job.over);
}

static void wait_by_stream(cudaStream_t stream)
{
    struct job job = { .number = 4 };
    cudaStreamAddCallback(stream, called_back, &job, 0);
    cudaStreamSynchronize(stream);
}

/* Blocks that stay in their place when they change their size live on. */
static void resize(cudaStream_t stream)
{
    struct job *jobs[20], *small[20];
    for (int i = 0; i < 20; i++) {
        jobs[i] = calloc(1, 4096);
        cudaStreamAddCallback(stream, called_back, jobs[i], 0);
        small[i] = realloc(jobs[i], 2000);
        if (small[i] != jobs[i])
            abort();
    }
    sem_post(&gate);
    cudaStreamSynchronize(stream);
    for (int i = 0; i < 20; i++)
        free(small[i]);
}

int main(void)
{
    cudaStream_t stream;
    sem_init(&gate, 0, 0);
    cudaStreamCreate(&stream);
    cudaLaunchHostFunc(stream, wait_here, NULL);
    /* the function itself frees what it gets */
    for (int i = 0; i < 20; i++) {
        struct job *job = calloc(1, sizeof *job);
        cudaLaunchHostFunc(stream, finish, job);
    }
    /* freed after it has run */
    struct job *job = calloc(1, sizeof *job);
    cudaStreamAddCallback(stream, called_back, job, 0);
    /* numbers */
    for (intptr_t i = 0; i < 20; i++)
        cudaLaunchHostFunc(stream, count, (void *)i);
    resize(stream);
    free(job);
    wait_by_semaphore(stream);
    wait_by_semaphore(stream);
    wait_by_stream(stream);
    cudaStreamSynchronize(stream);
    return cudaStreamDestroy(stream);
}
