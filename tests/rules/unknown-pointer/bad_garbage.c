#include "cuda_runtime.h"

int main(void)
{
    int host = 0;
    cudaFree(0);
    cudaMemcpy((void *)0xdeadbeef00, &host, 4, cudaMemcpyHostToDevice); // expect: unknown-pointer arg=dst result=1
    return 0;
}
