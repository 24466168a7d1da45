// env: INQUEST_SOFT_DRIVER_VERSION=11080
#include "cuda_runtime.h"

int main(void)
{
    void *device = 0;
    cudaMalloc(&device, 64); // expect-soft: bad-device api=cudaMalloc result=35 says=driver_is_too_old
    return 0;
}
