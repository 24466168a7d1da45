#include "cuda_runtime.h"

int main(void)
{
    int a = 1, b = 2;
    cudaFree(0);
    cudaMemcpy(&a, &b, sizeof a, cudaMemcpyHostToDevice); // expect: wrong-kind arg=kind result=1
    return 0;
}
