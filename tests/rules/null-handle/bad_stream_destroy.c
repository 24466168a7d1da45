#include "cuda_runtime.h"

int main(void)
{
    cudaFree(0);
    cudaStreamDestroy(NULL); // expect: null-handle arg=stream api=cudaStreamDestroy result=400
    return 0;
}
