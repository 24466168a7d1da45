// options: --host-guard always
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

#include "cuda_runtime.h"

/* The program protects its own pages while a copy reads them: that is still so when the copy is over. */
enum { SIZE = 1 << 16 };
static sigjmp_buf back;
static void on_fault(int number) { siglongjmp(back, number); }

int main(void)
{
    volatile char *host = mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    void *device;
    cudaStream_t s;
    signal(SIGSEGV, on_fault);
    if (cudaHostRegister((void *)host, SIZE, 0) || cudaMalloc(&device, SIZE) || cudaStreamCreate(&s) ||
        cudaMemcpyAsync(device, (void *)host, SIZE, cudaMemcpyHostToDevice, s) || mprotect((void *)host, SIZE, PROT_READ) || cudaStreamSynchronize(s))
        return 1;
    if (!sigsetjmp(back, 1)) {
        host[5] = 1;
        return 2;
    }
    return mprotect((void *)host, SIZE, PROT_READ | PROT_WRITE) || cudaHostUnregister((void *)host) || cudaFree(device);
}
