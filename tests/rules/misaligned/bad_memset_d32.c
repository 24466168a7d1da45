#include "cuda.h"

int main(void)
{
    CUdeviceptr p;
    test_context();
    cuMemAlloc(&p, 64);
    cuMemsetD32(p + 1, 0, 4); // expect: misaligned arg=dstDevice api=cuMemsetD32 result=1
    cuMemFree(p);
    return 0;
}
