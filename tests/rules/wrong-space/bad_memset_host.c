#include "cuda_runtime.h"

static char host[64];

int main(void)
{
    cudaFree(0);
    cudaMemset(host, 0, 64); // expect: wrong-space arg=devPtr result=1
    return 0;
}
