#include "cuda.h"

int main(void)
{
    int (*later)(CUstream) = NULL, (*count)(int *) = NULL, devices = 0;
    CUdriverProcAddressQueryResult found;
    test_context();
    if (cuGetProcAddress("cuStreamSomethingLater", (void **)&later, 13000, 0, &found) == 0 && later)
        later(NULL);
    return cuGetProcAddress("cuDeviceGetCount", (void **)&count, 12000, 0, &found) || count(&devices);
}
