#include "cuda_runtime.h"

static unsigned char host[1 << 16] __attribute__((aligned(4096)));

int main(void)
{
    unsigned char *device;
    cudaStream_t s;
    cudaHostRegister(host, sizeof host, 0); // site: created
    cudaMalloc((void **)&device, sizeof host);
    cudaMemset(device, 7, sizeof host);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    cudaMemcpyAsync(host + 100, device, 32768, cudaMemcpyDeviceToHost, s); // site: related
    int early = host[5000]; // expect: host-read-in-flight object=registered-memory
    cudaStreamSynchronize(s);
    (void)early;
    int good = host[100] == 7 && host[5000] == 7 && host[32867] == 7 && host[32868] == 0;
    cudaHostUnregister(host);
    cudaFree(device);
    return !good;
}
// exit: 0
