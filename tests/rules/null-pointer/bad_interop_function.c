#include "cuda_runtime.h"

/* A driver calls the function at once. */
int main(void)
{
    int device;
    cudaFree(NULL);
    cudaVDPAUGetDevice(&device, 1, NULL); // expect: null-pointer arg=vdpGetProcAddress
    return 0;
}
