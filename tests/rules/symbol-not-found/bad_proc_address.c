#include "cuda.h"

/* A newer driver may have it; this one gives NULL. */
int main(void)
{
    int (*later)(CUstream) = NULL;
    CUdriverProcAddressQueryResult found;
    test_context();
    cuGetProcAddress("cuStreamSomethingLater", (void **)&later, 13000, 0, &found); // expect: symbol-not-found arg=symbol api=cuGetProcAddress
    later(NULL); // site: related
    return 0;
}
