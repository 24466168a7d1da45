#include "cuda_runtime.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

/* Frames and blocks that live until the copy is over, in every way to wait for it. */
static char *device;
static cudaStream_t stream;
static cudaEvent_t event;

static int by_stream(void)
{
    int local[64] = { 1 };
    return cudaMemcpyAsync(device, local, sizeof local, cudaMemcpyHostToDevice, stream) || cudaStreamSynchronize(stream);
}

static int by_event(void)
{
    int local[64] = { 1 };
    return cudaMemcpyAsync(device, local, sizeof local, cudaMemcpyHostToDevice, stream) || cudaEventRecord(event, stream) ||
           cudaEventSynchronize(event);
}

static int by_device(void)
{
    for (int i = 0; i < 10; i++) {
        int local[64] = { i };
        if (cudaMemcpyAsync(device, local, sizeof local, cudaMemcpyHostToDevice, stream) || cudaDeviceSynchronize())
            return 1;
    }
    return 0;
}

static int deeper(int depth, const int *numbers)
{
    char room[500];
    memset(room, depth, sizeof room);
    if (depth)
        return deeper(depth - 1, numbers) + room[depth] - depth;
    return cudaMemcpyAsync(device, numbers, 256, cudaMemcpyHostToDevice, stream);
}

static int by_caller(void)
{
    int local[64] = { 1 };
    return deeper(5, local) || cudaStreamSynchronize(stream);
}

static int back(void)
{
    int local[64];
    if (cudaMemcpyAsync(local, device, sizeof local, cudaMemcpyDeviceToHost, stream) || cudaMemcpy(device, local, 4, cudaMemcpyHostToDevice))
        return 1;
    return 0;
}

static void *in_thread(void *unused)
{
    (void)unused;
    return by_stream() || by_event() || by_caller() ? &device : NULL;
}

/* A coroutine: what runs between the copy and the wait runs on another stack. */
static ucontext_t main_context, other_context;
static int coroutine_bad;

static void coroutine(void)
{
    int local[64] = { 1 };
    coroutine_bad |= cudaMemcpyAsync(device, local, sizeof local, cudaMemcpyHostToDevice, stream);
    swapcontext(&other_context, &main_context);
    coroutine_bad |= cudaStreamSynchronize(stream);
}

static int by_coroutine(void)
{
    char *stack = malloc(1 << 18);
    getcontext(&other_context);
    other_context.uc_stack.ss_sp = stack;
    other_context.uc_stack.ss_size = 1 << 18;
    other_context.uc_link = &main_context;
    makecontext(&other_context, coroutine, 0);
    swapcontext(&main_context, &other_context);
    coroutine_bad |= cudaMemsetAsync(device, 0, 64, stream) || cudaEventRecord(event, stream);
    swapcontext(&main_context, &other_context);
    free(stack);
    return coroutine_bad;
}

int main(void)
{
    pthread_t thread;
    void *result;
    if (cudaMalloc((void **)&device, 1 << 20) || cudaStreamCreate(&stream) || cudaEventCreate(&event))
        return 1;
    if (by_stream() || by_event() || by_device() || by_caller() || by_coroutine() || back() || cudaStreamSynchronize(stream))
        return 2;
    pthread_create(&thread, NULL, in_thread, NULL);
    pthread_join(thread, &result);
    return result || cudaStreamDestroy(stream) || cudaEventDestroy(event) || cudaFree(device);
}
