/* Registered memory that is copied to the device and back again: what protects the target must not keep the device from the source. */
#include <stdlib.h>
#include <sys/mman.h>

#include "cuda.h"

enum { SIZE = 16 << 20 };
// options: --host-guard always

int main(void)
{
    CUdeviceptr device;
    CUstream stream;
    test_context();
    unsigned char *block = malloc(SIZE + 64), *host = block + 16;
    for (int i = 0; i < SIZE; i++)
        host[i] = (unsigned char)(i * 7 + 1);
    cuMemHostRegister(host, SIZE, 0);
    cuMemAlloc(&device, SIZE);
    cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    cuMemcpyHtoDAsync(device, host, SIZE, stream);
    cuMemcpyDtoHAsync(host, device, SIZE, stream);
    cuStreamSynchronize(stream);
    int wrong = 0;
    for (int i = 0; i < SIZE; i++)
        wrong += host[i] != (unsigned char)(i * 7 + 1);
    cuMemHostUnregister(host);
    cuMemFree(device);
    cuStreamDestroy(stream);
    free(block);
    return wrong != 0;
}
