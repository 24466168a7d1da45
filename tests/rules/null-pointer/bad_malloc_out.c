#include "cuda_runtime.h"

int main(void)
{
    cudaMalloc(NULL, 64); // expect: null-pointer arg=devPtr api=cudaMalloc result=1
    return 0;
}
