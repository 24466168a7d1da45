#include <pthread.h>
#include "kernel_streams.h"

static CUfunction fill;
static CUdeviceptr x;
static CUcontext context;

static void *work(void *unused)
{
    cuCtxSetCurrent(context);
    ON(CU_STREAM_PER_THREAD, fill, &x, &n, &v); // site: related
    return unused;
}

/* Each thread has a default stream of its own, and no other stream was ever made. */
int main(void)
{
    pthread_t thread;
    test_context();
    cuCtxGetCurrent(&context);
    fill = plain_kernel("fill");
    x = test_memory(4096, 0);
    cuCtxSynchronize();
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    ON(CU_STREAM_PER_THREAD, fill, &x, &n, &v); // expect: stream-race
    return cuCtxSynchronize();
}
