#include "cuda_runtime.h"

static char host[8192] __attribute__((aligned(4096)));

int main(void)
{
    cudaHostRegister(host, 4096, 0); // site: created
    cudaHostRegister(host, 4096, 0); // expect: already-registered arg=ptr object=registered-memory result=712
    cudaHostUnregister(host);
    return 0;
}
