#include "../../cases/kernels.h"

int main(void)
{
    case_kernels();
    cudaFuncSetAttribute((const void *)store, (enum cudaFuncAttribute)99, 1); // expect: bad-flags api=cudaFuncSetAttribute arg=attr
    return cudaDeviceSetLimit((enum cudaLimit)55, 1); // expect: bad-flags arg=limit result=1
}
