#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

static int there;

static void tell(void *unused) { (void)unused; __atomic_store_n(&there, 1, __ATOMIC_RELEASE); }

/* A host function tells the waiting thread that the result is there. */
int main(void)
{
    char *host, *device;
    cudaStream_t s;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, s);
    cudaLaunchHostFunc(s, tell, NULL);
    while (!__atomic_load_n(&there, __ATOMIC_ACQUIRE))
        ;
    volatile char value = host[0];
    (void)value;
    return cudaStreamSynchronize(s) != 0;
}
