#include "no_parameters.h"

int main(void)
{
    unsigned last = 0;
    if (load() || cuLaunchKernel(number, 1, 1, 1, 65, 1, 1, 0, NULL, NULL, NULL)) // expect-soft: kernel-out-of-bounds object=symbol says=directly_after_the_end
        return 1;
    return cuCtxSynchronize() || cuMemcpyDtoH(&last, table + 252, sizeof last) || last != 63;
}
