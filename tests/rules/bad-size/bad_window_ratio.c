#include "cuda.h"

/* A share is given in per cent. */
int main(void)
{
    CUdeviceptr p;
    CUstream stream;
    test_context();
    cuMemAlloc(&p, 4096);
    cuStreamCreate(&stream, 0);
    CUstreamAttrValue window = { .accessPolicyWindow = { (void *)(uintptr_t)p, 4096, 60, CU_ACCESS_PROPERTY_PERSISTING, CU_ACCESS_PROPERTY_NORMAL } };
    cuStreamSetAttribute(stream, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &window);   // expect: bad-size arg=value->accessPolicyWindow.hitRatio result=1
    return cuStreamDestroy(stream) || cuMemFree(p);
}
