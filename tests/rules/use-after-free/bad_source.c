#include "cuda.h"

int main(void)
{
    char host[16];
    CUdeviceptr p;
    test_context();
    cuMemAlloc(&p, 64); // site: created
    cuMemFree(p); // site: destroyed
    cuMemcpyDtoH(host, p + 8, 16); // expect: use-after-free arg=srcDevice object=device-memory state=freed
    return 0;
}
