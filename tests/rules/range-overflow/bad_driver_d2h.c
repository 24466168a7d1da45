#include "cuda.h"

static char host[4096];

int main(void)
{
    CUdeviceptr p;
    test_context();
    cuMemAlloc(&p, 1024); // site: created
    cuMemcpyDtoH(host, p, 4096); // expect: range-overflow arg=ByteCount api=cuMemcpyDtoH entry=cuMemcpyDtoH_v2 result=1
    cuMemFree(p);
    return 0;
}
