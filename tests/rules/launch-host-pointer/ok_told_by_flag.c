#include "scale_kernel.h"

/* The flag says that the factor comes by value; the address beside it is the host's own, on its stack. */
int main(void)
{
    CUfunction f = scale_kernel();
    CUdeviceptr p = test_memory(64, 0);
    for (int i = 0; i < 20; i++) {
        float factor = 2;
        float *address = &factor;
        unsigned by_address = 0;
        LAUNCH(f, 1, 1, 0, &p, &address, &factor, &by_address);
    }
    return cuCtxSynchronize();
}
