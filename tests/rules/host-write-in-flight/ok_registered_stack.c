// options: --host-guard always
#include "cuda_runtime.h"

/* Four bytes of a live stack page are registered and in flight: the page belongs to everybody and stays as it is. */
static int use_stack(int depth)
{
    volatile char room[600];
    room[depth % 600] = (char)depth;
    return depth ? use_stack(depth - 1) + room[depth % 600] - (char)depth : 0;
}

int main(void)
{
    int flag = 3, *device;
    cudaStream_t stream;
    if (cudaMalloc((void **)&device, 4096) || cudaStreamCreate(&stream) || cudaHostRegister(&flag, sizeof flag, 0))
        return 1;
    for (int i = 0; i < 20; i++)
        if (cudaMemcpyAsync(device, &flag, sizeof flag, cudaMemcpyHostToDevice, stream) || use_stack(50) || cudaStreamSynchronize(stream))
            return 2;
    return cudaHostUnregister(&flag) || cudaStreamDestroy(stream) || cudaFree(device);
}
