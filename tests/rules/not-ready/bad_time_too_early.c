/* The time between two events is asked for while the second one is still to come: it waits behind a host function. */
#include <pthread.h>

#include "cuda_runtime.h"

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void wait_for_gate(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
}

int main(void)
{
    cudaStream_t s;
    cudaEvent_t begin, end;
    float milliseconds;
    cudaStreamCreate(&s);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    pthread_mutex_lock(&gate);
    cudaEventRecord(begin, s);
    cudaLaunchHostFunc(s, wait_for_gate, NULL);
    cudaEventRecord(end, s);
    cudaEventElapsedTime(&milliseconds, begin, end); // expect: not-ready severity=note result=600 says=was_called_before_the_work_was_complete
    pthread_mutex_unlock(&gate);
    return cudaStreamSynchronize(s) || cudaEventDestroy(begin) || cudaEventDestroy(end) || cudaStreamDestroy(s);
}
