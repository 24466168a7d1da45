#include <setjmp.h>
#include <signal.h>

#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };
static sigjmp_buf back;
static void on_fault(int number) { (void)number; siglongjmp(back, 1); }

/* The program has a handler of its own and faults of its own. */
int main(void)
{
    char *host, *device;
    cudaStream_t s;
    volatile int faults = 0;
    signal(SIGSEGV, on_fault);
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreate(&s);
    for (volatile int i = 0; i < 3; i++) {
        cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s);
        if (!sigsetjmp(back, 1))
            *(volatile char *)8 = 1;
        else
            faults++;
        cudaStreamSynchronize(s);
        host[i] = 1;
    }
    cudaFreeHost(host);
    cudaFree(device);
    return faults != 3;
}
