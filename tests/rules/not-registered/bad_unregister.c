#include "cuda_runtime.h"

static char host[4096] __attribute__((aligned(4096)));

int main(void)
{
    cudaFree(0);
    cudaHostUnregister(host); // expect: not-registered arg=ptr result=713
    return 0;
}
