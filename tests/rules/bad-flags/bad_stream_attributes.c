#include "cuda_runtime.h"

int main(void)
{
    void *p;
    cudaStream_t stream;
    cudaMalloc(&p, 4096);
    cudaStreamCreate(&stream);
    cudaLaunchAttributeValue window = { .accessPolicyWindow = { p, 4096, 0.5f, cudaAccessPropertyPersisting, cudaAccessPropertyPersisting } };
    cudaStreamSetAttribute(stream, cudaLaunchAttributeAccessPolicyWindow, &window);    // expect: bad-flags arg=value->accessPolicyWindow.missProp result=1
    cudaLaunchAttributeValue policy = { .syncPolicy = (enum cudaSynchronizationPolicy)17 };
    cudaStreamSetAttribute(stream, cudaLaunchAttributeSynchronizationPolicy, &policy); // expect: bad-flags arg=value->syncPolicy result=1
    return cudaStreamDestroy(stream) || cudaFree(p);
}
