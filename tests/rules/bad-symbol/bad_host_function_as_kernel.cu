#include <cuda_runtime.h>

static void not_a_kernel() { }

int main()
{
    cudaLaunchKernel((const void *)not_a_kernel, dim3(1), dim3(1), 0, 0, 0); // expect: bad-symbol arg=func api=cudaLaunchKernel result=400
    return 0;
}
