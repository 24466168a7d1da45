#include "cuda_runtime.h"
#include "../../cases/kernels.h"

int main(void)
{
    case_kernels();
    cudaLaunchKernelExC(NULL, (const void *)empty, NULL);      // expect: null-pointer arg=config
    return 0;
}
