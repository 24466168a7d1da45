#include "cuda_runtime.h"

int main(void)
{
    int device;
    cudaDeviceGetByPCIBusId(&device, "cuda:0"); // expect: bad-device arg=pciBusId result=1
    return 0;
}
