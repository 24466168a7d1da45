#include "cuda_runtime.h"

int main(void)
{
    char name[13];
    int device = -1;
    return cudaDeviceGetPCIBusId(name, sizeof name, 0) || cudaDeviceGetByPCIBusId(&device, name) || device;
}
