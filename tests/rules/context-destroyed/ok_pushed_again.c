#include "cuda.h"

int main(void)
{
    CUdeviceptr p;
    CUcontext first = test_context();
    if (cuCtxDestroy(first))
        return 1;
    CUcontext second = test_context();
    return cuMemAlloc(&p, 64) || cuMemFree(p) || cuCtxDestroy(second);
}
