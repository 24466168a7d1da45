/* The argument is the end of one allocation and the start of the next: behind the next one it is the next that is overrun. */
#include "test_kernels.h"

int main(void)
{
    CUfunction fill = test_kernel("fill");
    CUdeviceptr first = test_memory(1024, 0), next = test_memory(1024, 0);
    unsigned count = 257, value = 1;
    cuMemcpyDtoD(first, next, 4);
    LAUNCH(fill, 1, 257, 0, &next, &count, &value); // expect-soft: kernel-out-of-bounds arg=p object=device-memory says=directly_after_the_end_of_1024_bytes
    cuCtxSynchronize();
    return 0;
}
