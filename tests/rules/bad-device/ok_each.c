#include "cuda_runtime.h"

int main(void)
{
    int count = 0;
    if (cudaGetDeviceCount(&count) || count < 1)
        return 1;
    for (int i = 0; i < count; i++)
        if (cudaSetDevice(i))
            return 2;
    return 0;
}
