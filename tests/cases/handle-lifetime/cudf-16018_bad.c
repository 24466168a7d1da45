/* Seen: cudaErrorContextIsDestroyed (709) from cudaEventDestroy.
 * Was: a thread's own event is destroyed when the thread ends, after the device was reset.
 * https://github.com/NVIDIA/cudf/issues/16018 */
#include <pthread.h>

#include "cuda_runtime.h"

static pthread_key_t key;
static pthread_barrier_t made, reset;

static void destroy(void *event)
{
    cudaEventDestroy(event); // expect: after-reset arg=event object=event
}

static void *worker(void *unused)
{
    cudaEvent_t event;
    cudaEventCreate(&event);
    pthread_setspecific(key, event);
    pthread_barrier_wait(&made);
    pthread_barrier_wait(&reset);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, destroy);
    pthread_barrier_init(&made, NULL, 2);
    pthread_barrier_init(&reset, NULL, 2);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_barrier_wait(&made);
    cudaDeviceReset();
    pthread_barrier_wait(&reset);
    pthread_join(thread, NULL);
    return 0;
}
