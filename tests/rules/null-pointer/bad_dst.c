#include "cuda_runtime.h"

int main(void)
{
    int host = 0;
    cudaMemcpy(NULL, &host, 4, cudaMemcpyHostToDevice); // expect: null-pointer arg=dst api=cudaMemcpy result=1
    return 0;
}
