#include "cuda.h"

int main(void)
{
    CUdevice device;
    cuInit(0);
    cuDeviceGet(&device, 99); // expect: bad-device arg=ordinal api=cuDeviceGet result=101
    return 0;
}
