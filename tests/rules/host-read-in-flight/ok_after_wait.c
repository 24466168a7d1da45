#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* Every way to wait. */
int main(void)
{
    char *host, *device;
    cudaStream_t s;
    cudaEvent_t e;
    int bad = 0;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreate(&s);
    cudaEventCreate(&e);
    for (int way = 0; way < 6; way++) {
        cudaMemsetAsync(device, way, SIZE, s);
        cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, s);
        cudaEventRecord(e, s);
        switch (way) {
        case 0: cudaStreamSynchronize(s); break;
        case 1: cudaDeviceSynchronize(); break;
        case 2: cudaEventSynchronize(e); break;
        case 3: while (cudaEventQuery(e) == cudaErrorNotReady); break;
        case 4: while (cudaStreamQuery(s) == cudaErrorNotReady); break;
        case 5: cudaMemcpy(host, device, 16, cudaMemcpyDeviceToHost); break;
        }
        bad |= host[SIZE - 1] != way;
        host[0] = 9;
    }
    cudaFreeHost(host);
    cudaFree(device);
    return bad;
}
