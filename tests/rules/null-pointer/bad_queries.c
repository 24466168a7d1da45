#include "cuda_runtime.h"

/* Questions with nowhere to put the answer. */
int main(void)
{
    int on_stack;
    cudaRuntimeGetVersion(NULL); // expect: null-pointer arg=runtimeVersion
    cudaDriverGetVersion(NULL); // expect: null-pointer arg=driverVersion
    cudaPointerGetAttributes(NULL, &on_stack); // expect: null-pointer arg=attributes
    cudaGetLastError();
    return 0;
}
