#include "cuda_runtime.h"

static int not_a_symbol;

int main(void)
{
    int value = 1;
    cudaMemcpyToSymbol(&not_a_symbol, &value, 4, 0, cudaMemcpyHostToDevice); // expect: bad-symbol arg=symbol api=cudaMemcpyToSymbol result=13
    return 0;
}
