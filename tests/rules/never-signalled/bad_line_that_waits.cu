// options: --watchdog 0.3
// exit: 7
// soft only: a GPU does not say where its kernels are
/* A lock is taken by the lanes of a warp in turn, and the lane that has it waits for the others. */
#include <cuda_runtime.h>
#include <pthread.h>
#include <unistd.h>

__device__ int lock, total;

__global__ void add(int n)
{
    if (threadIdx.x < 2) {
        while (atomicCAS(&lock, 0, 1))      // the lane that comes second never leaves this line
            ;
        total += n;                         // and the first one never gives the lock back
    }
}

static void *leave(void *unused)
{
    sleep(2);
    _exit(7);
    return unused;
}

int main()
{
    pthread_t thread;
    add<<<1, 32>>>(2);                      // site: related
    pthread_create(&thread, nullptr, leave, nullptr);
    cudaDeviceSynchronize();                // expect: never-signalled severity=warning says=kernel_add_has_not_finished:_block_(0,0,0),_thread_( says=is_at_bad_line_that_waits.cu:14
    return 0;
}
