#include "cuda.h"
#include <pthread.h>

static void *worker(void *context)
{
    cuCtxDestroy(context); // site: destroyed
    return NULL;
}

int main(void)
{
    pthread_t thread;
    CUdeviceptr p;
    CUcontext context = test_context();
    pthread_create(&thread, NULL, worker, context);
    pthread_join(thread, NULL);
    cuMemAlloc(&p, 64); // expect: context-destroyed object=context state=destroyed result=709
    return 0;
}
