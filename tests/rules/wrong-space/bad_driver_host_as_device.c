#include "cuda.h"
#include <stdint.h>

static char host[64];

int main(void)
{
    test_context();
    cuMemcpyHtoD((CUdeviceptr)(uintptr_t)host, host + 32, 4); // expect: wrong-space arg=dstDevice api=cuMemcpyHtoD result=1
    return 0;
}
