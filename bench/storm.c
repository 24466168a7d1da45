/* What could make a watched program several times slower: storm KIND.  Run by bench/whole.py, over
 * the software driver.  Kinds: "pinned", memory that is pinned, copied from and unpinned all the
 * time, beside a thread that works; "threads", eight threads that allocate, fill and free; "turns",
 * two threads that enqueue by turns what the other one waits for, as autograd does. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { THREADS = 8, PINNED = 4000, LIVE = 64, BYTES = 8192, ALLOCATIONS = 1500, TURNS = 4000 };

static CUcontext context;
static int over;

static void *work(void *unused)
{
    CUdeviceptr memory;
    CUstream stream;
    DO(cuCtxSetCurrent(context));
    DO(cuMemAlloc(&memory, BYTES));
    DO(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    while (!__atomic_load_n(&over, __ATOMIC_RELAXED)) {
        for (int i = 0; i < 32; i++)
            DO(cuMemsetD8Async(memory + (unsigned)i * 16, 0, 16, stream));
        DO(cuStreamSynchronize(stream));
    }
    return unused;
}

static void pinned(void)
{
    pthread_t other;
    CUdeviceptr memory;
    CUstream stream;
    char *host[LIVE] = { NULL };
    DO(cuMemAlloc(&memory, BYTES));
    DO(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    pthread_create(&other, NULL, work, NULL);
    for (int i = 0; i < PINNED; i++) {
        int at = i * 7 % LIVE;
        if (host[at])
            DO(cuMemFreeHost(host[at]));
        DO(cuMemAllocHost((void **)&host[at], BYTES));
        memset(host[at], i, BYTES);
        DO(cuMemcpyHtoDAsync(memory, host[at], BYTES, stream));
        DO(cuStreamSynchronize(stream));
    }
    __atomic_store_n(&over, 1, __ATOMIC_RELAXED);
    pthread_join(other, NULL);
}

static void *allocate(void *unused)
{
    CUdeviceptr memory[16];
    CUstream stream;
    DO(cuCtxSetCurrent(context));
    DO(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    for (int i = 0; i < ALLOCATIONS; i++) {
        if (i >= 16)
            DO(cuMemFree(memory[i % 16]));
        DO(cuMemAlloc(&memory[i % 16], 4096));
        DO(cuMemsetD8Async(memory[i % 16], 0, 256, stream));
    }
    DO(cuStreamSynchronize(stream));
    return unused;
}

static void threads(void)
{
    pthread_t thread[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, allocate, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
}

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int turn;
    CUstream stream;
    CUdeviceptr memory;
    char *host;
} shared = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

static void take_turns(int own)
{
    for (int i = 0; i < TURNS; i++) {
        pthread_mutex_lock(&shared.lock);
        while (shared.turn != own)
            pthread_cond_wait(&shared.changed, &shared.lock);
        pthread_mutex_unlock(&shared.lock);
        for (int k = 0; k < 8; k++)
            DO(cuMemsetD8Async(shared.memory + (unsigned)k * 256, 0, 256, shared.stream));
        DO(cuMemcpyHtoDAsync(shared.memory, shared.host, BYTES, shared.stream));
        if (i % 8 == 0)
            DO(cuStreamSynchronize(shared.stream));
        pthread_mutex_lock(&shared.lock);
        shared.turn = !own;
        pthread_cond_signal(&shared.changed);
        pthread_mutex_unlock(&shared.lock);
    }
}

static void *backward(void *unused)
{
    DO(cuCtxSetCurrent(context));
    take_turns(1);
    return unused;
}

static void turns(void)
{
    pthread_t other;
    DO(cuMemAlloc(&shared.memory, BYTES));
    DO(cuMemAllocHost((void **)&shared.host, BYTES));
    DO(cuStreamCreate(&shared.stream, CU_STREAM_NON_BLOCKING));
    pthread_create(&other, NULL, backward, NULL);
    take_turns(0);
    pthread_join(other, NULL);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } kinds[] = { { "pinned", pinned }, { "threads", threads }, { "turns", turns } };
    CUdevice device;
    DO(cuInit(0));
    DO(cuDeviceGet(&device, 0));
    DO(cuDevicePrimaryCtxRetain(&context, device));
    DO(cuCtxSetCurrent(context));
    for (size_t i = 0; argc == 2 && i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(argv[1], kinds[i].name)) {
            kinds[i].run();
            return 0;
        }
    fprintf(stderr, "usage: storm pinned|threads|turns\n");
    return 2;
}
