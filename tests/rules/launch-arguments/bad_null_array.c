#include "../../cases/kernels.h"

int main(void)
{
    case_kernels();
    cudaLaunchKernel((const void *)store, (struct dim3){ 1, 1, 1 }, (struct dim3){ 1, 1, 1 }, NULL, 0, 0);    // expect: launch-arguments arg=args api=cudaLaunchKernel
    return 0;
}
