// unseen on a GPU: an access by an address of other memory is left to the device
#include "race_kernels.h"

int main(void)
{
    CUfunction f = race_kernel("by_address");
    unsigned plain = 0;
    LAUNCH(f, 1, 1, 0, &plain); // expect-soft: kernel-out-of-bounds says=the_instruction_is_for_global_memory
    cuCtxSynchronize();
    return 0;
}
