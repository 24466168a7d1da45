#include "../../cases/kernels.h"

int main(void)
{
    int *h = malloc(4096);                  // site: created
    unsigned n = 0;
    case_kernels();
    LAUNCH(store, 1, 32, 0, 0, &h, &n);     // expect: launch-host-pointer api=cudaLaunchKernel arg=p object=host-memory state=live severity=warning
    cudaDeviceSynchronize();
    free(h);
    return 0;
}
