/* The program gives up: nothing shows that it could do without the answer. */
#include "cuda.h"

#include <stdio.h>

static int ask(int attribute)
{
    int value;
    CUresult result = cuDeviceGetAttribute(&value, (CUdevice_attribute)attribute, 0); // expect: bad-flags arg=attrib result=1
    if (result != CUDA_SUCCESS) {
        fprintf(stderr, "cuDeviceGetAttribute: %d\n", (int)result);
        return -1;
    }
    return value;
}

int main(void)
{
    test_context();
    return ask(1) <= 0 || ask(9900) < 0;
}
