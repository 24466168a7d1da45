#include "cuda.h"

int main(void)
{
    CUdeviceptr p;
    size_t pitch;
    test_context();
    cuMemAllocPitch(&p, &pitch, 100, 10, 3); // expect: bad-size arg=ElementSizeBytes result=1
    cuMemAllocPitch(&p, &pitch, 100, 10, 12); // expect: bad-size arg=ElementSizeBytes result=1
    cuMemAllocPitch(&p, &pitch, 100, 10, 0); // expect: bad-size arg=ElementSizeBytes result=1
    return 0;
}
