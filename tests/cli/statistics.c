/* Causes what --stats counts.  Usage: statistics KIND COUNT */
#include <stdio.h>
#include <unistd.h>

#include "cuda_runtime.h"

enum { SIZE = 8192, BUFFERS = 64 };

static char *device, *pinned, *buffers[BUFFERS];
static cudaStream_t stream;
static cudaEvent_t event;

static void same_copies(int count)
{
    for (int i = 0; i < count; i++)
        cudaMemcpyAsync(device, pinned, SIZE, cudaMemcpyHostToDevice, stream);
    cudaStreamSynchronize(stream);
}

static void other_copies(int count)
{
    for (int i = 0; i < count; i++) {
        /* never twice the same three */
        cudaMemcpyAsync(buffers[i % BUFFERS], buffers[(i * 7 + 1) % BUFFERS], 1 + (size_t)i,
                        cudaMemcpyDeviceToDevice, stream);
        cudaMallocAsync((void **)&device, 16, stream);
    }
    cudaStreamSynchronize(stream);
}

static void queries(int count)
{
    int now;
    for (int i = 0; i < count; i++)
        cudaGetDevice(&now);
}

static void guards(int count)
{
    for (int i = 0; i < count; i++) {
        cudaMemcpyAsync(pinned, device, SIZE, cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
    }
}

static void pause_ms(void *ms) { usleep(1000 * (useconds_t)(uintptr_t)ms); }
static void waits(int count)
{
    cudaLaunchHostFunc(stream, pause_ms, (void *)(uintptr_t)count);
    cudaStreamSynchronize(stream);
}

static void findings(int count)
{
    (void)count;
    cudaMemcpy(device, pinned, SIZE + 1, cudaMemcpyHostToDevice);
    cudaEventDestroy(event);
    cudaEventDestroy(event);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(int count);
    } kinds[] = { { "same", same_copies }, { "other", other_copies }, { "queries", queries },
                  { "guards", guards },    { "waits", waits },        { "findings", findings } };
    if (argc != 3)
        return 2;
    cudaMalloc((void **)&device, SIZE);
    cudaMallocHost((void **)&pinned, SIZE);
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
    for (int i = 0; i < BUFFERS; i++)
        cudaMalloc((void **)&buffers[i], SIZE);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(argv[1], kinds[i].name))
            kinds[i].run(atoi(argv[2]));
    return 0;
}
