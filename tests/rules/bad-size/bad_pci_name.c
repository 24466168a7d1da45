#include "cuda_runtime.h"

int main(void)
{
    char name[8];
    cudaDeviceGetPCIBusId(name, sizeof name, 0);    // expect: bad-size arg=len result=1
    return 0;
}
