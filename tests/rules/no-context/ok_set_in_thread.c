#include "cuda.h"
#include <pthread.h>

static CUdeviceptr p;

static void *worker(void *context)
{
    int host = 0;
    return (void *)(long)(cuCtxSetCurrent(context) || cuMemcpyHtoD(p, &host, 4));
}

int main(void)
{
    pthread_t thread;
    void *failed = NULL;
    CUcontext context = test_context();
    cuMemAlloc(&p, 64);
    pthread_create(&thread, NULL, worker, context);
    pthread_join(thread, &failed);
    return failed != NULL || cuMemFree(p);
}
