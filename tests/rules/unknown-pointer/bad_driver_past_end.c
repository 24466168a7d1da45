#include "cuda.h"

int main(void)
{
    int host = 0;
    CUdeviceptr p;
    test_context();
    cuMemAlloc(&p, 64);
    cuMemcpyHtoD(p + (1 << 20), &host, 4); // expect: unknown-pointer arg=dstDevice result=1
    cuMemFree(p);
    return 0;
}
