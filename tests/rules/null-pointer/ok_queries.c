#include "cuda_runtime.h"

/* Questions that may be answered by a refusal: nobody knows of this memory, and it has no flags. */
int main(void)
{
    int on_stack, version, versions = 0;
    unsigned flags;
    struct cudaPointerAttributes attributes;
    versions += !cudaRuntimeGetVersion(&version) + !cudaDriverGetVersion(&version);
    cudaPointerGetAttributes(&attributes, &on_stack);
    if (cudaHostGetFlags(&flags, &on_stack) == cudaErrorInvalidValue)
        cudaGetLastError();
    return versions != 2;
}
