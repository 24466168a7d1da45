#include "cuda_runtime.h"

int main(void)
{
    void *p = malloc(64);
    cudaFree(0);
    cudaFree(p); // expect: wrong-free arg=devPtr result=1
    free(p);
    return 0;
}
