#include "cuda_runtime.h"

/* Failures that only answer a question. */
int main(void)
{
    cudaEvent_t event;
    cudaStream_t stream;
    struct cudaPointerAttributes attributes;
    int access;
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
    cudaStreamQuery(stream);
    cudaEventQuery(event);
    cudaDeviceCanAccessPeer(&access, 0, 0);
    cudaPointerGetAttributes(&attributes, main);
    return cudaGetLastError() != cudaSuccess && cudaPeekAtLastError() != cudaSuccess;
}
