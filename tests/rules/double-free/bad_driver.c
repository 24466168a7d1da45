#include "cuda.h"

int main(void)
{
    CUdeviceptr p;
    test_context();
    cuMemAlloc(&p, 64); // site: created
    cuMemFree(p); // site: destroyed
    cuMemFree(p); // expect: double-free arg=dptr object=device-memory state=freed
    return 0;
}
