#include "cuda.h"

/* A call that the software device does not have. */
int main(void)
{
    CUmemGenericAllocationHandle handle;
    CUmulticastObjectProp prop = { .numDevices = 1, .size = 2 << 20 };
    test_context();
    cuMulticastCreate(&handle, &prop); // expect-soft: failed-call api=cuMulticastCreate result=801
    return 0;
}
