/* The same with a kernel of a library, as the runtime launches it: the handle is that of no context. */
#include "registers.h"

int main(void)
{
    CUlibrary library;
    CUkernel sum;
    unsigned last = 0;
    test_context();
    CUdeviceptr p = test_memory(REGISTER_THREADS * 4, 0), q = test_memory(REGISTER_THREADS * 4, 0);
    if (cuLibraryLoadData(&library, register_ptx, NULL, NULL, 0, NULL, NULL, 0) || cuLibraryGetKernel(&sum, library, "sum"))
        return 1;
    for (unsigned threads = 64; threads <= REGISTER_THREADS; threads *= 2)
        if (cuLaunchKernel((CUfunction)(void *)sum, 1, 1, 1, threads, 1, 1, 0, NULL, (void *[]){ &p, &q }, NULL) ||
            cuMemcpyDtoH(&last, q + (threads - 1) * 4, 4) || last != register_sum(threads - 1))
            return 2;
    return cuMemFree(p) || cuMemFree(q) || cuLibraryUnload(library) ? 3 : 0;
}
