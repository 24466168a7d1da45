#include "cuda_runtime.h"

int main(void)
{
    void *device;
    cudaMalloc(&device, 64); // site: created
    free(device); // expect: wrong-free object=device-memory
    return 0;
}
