#include "cuda.h"
#include <pthread.h>

static CUdeviceptr p;

static void *worker(void *unused)
{
    int host = 0;
    cuMemcpyHtoD(p, &host, 4); // expect: no-context api=cuMemcpyHtoD result=201 says=on_thread_2_it_was_never_set
    return unused;
}

int main(void)
{
    pthread_t thread;
    test_context();
    cuMemAlloc(&p, 64);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    cuMemFree(p);
    return 0;
}
