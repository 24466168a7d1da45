#include "cuda_runtime.h"

static char host[8192] __attribute__((aligned(4096)));

int main(void)
{
    return cudaHostRegister(host, 4096, 0) || cudaHostUnregister(host) || cudaHostRegister(host, 8192, 0) || cudaHostUnregister(host);
}
