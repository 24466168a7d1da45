#include "cuda_runtime.h"

/* No window at all, a window, and each way to wait. */
int main(void)
{
    void *p;
    cudaStream_t stream;
    cudaLaunchAttributeValue window = { .accessPolicyWindow = { .hitRatio = 0 } };
    int e = cudaMalloc(&p, 4096) || cudaStreamCreate(&stream) || cudaStreamSetAttribute(stream, cudaLaunchAttributeAccessPolicyWindow, &window);
    window = (cudaLaunchAttributeValue){ .accessPolicyWindow = { p, 4096, 1, cudaAccessPropertyPersisting, cudaAccessPropertyStreaming } };
    e = e || cudaStreamSetAttribute(stream, cudaLaunchAttributeAccessPolicyWindow, &window);
    for (int way = 1; way <= 4; way++) {
        cudaLaunchAttributeValue policy = { .syncPolicy = (enum cudaSynchronizationPolicy)way };
        e = e || cudaStreamSetAttribute(stream, cudaLaunchAttributeSynchronizationPolicy, &policy);
    }
    return e || cudaStreamDestroy(stream) || cudaFree(p);
}
