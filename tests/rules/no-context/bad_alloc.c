#include "cuda.h"

int main(void)
{
    CUdeviceptr p;
    cuInit(0);
    cuMemAlloc(&p, 64); // expect: no-context api=cuMemAlloc result=201 says=without_a_current_context
    return 0;
}
