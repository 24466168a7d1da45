#include "cuda.h"

int main(void)
{
    CUdeviceptr p;
    test_context();
    cuMemAlloc_v2(&p, 64);
    cuStreamWriteValue32(0, p + 2, 1, 0); // expect: misaligned arg=addr object=device-memory
    return cuStreamWriteValue64(0, p + 60, 1, 0); // expect: range-overflow arg=addr object=device-memory
}
