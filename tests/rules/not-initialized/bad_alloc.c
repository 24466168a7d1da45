#include "cuda.h"

int main(void)
{
    CUdeviceptr p;
    cuMemAlloc(&p, 64); // expect: not-initialized api=cuMemAlloc result=3
    return 0;
}
