#include "cuda.h"

int main(void)
{
    CUdeviceptr p;
    cuMemAlloc(&p, 64); // expect: not-initialized api=cuMemAlloc result=3 says=before_cuInit_had_succeeded
    return 0;
}
