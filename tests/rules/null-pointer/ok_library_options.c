#include "cuda.h"

static const char ptx[] = ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry none() { ret; }\n";

/* No options, whatever the lists hold; and the option that needs no value, without the other list, as cuBLAS 13 calls it, and with a switch. */
int main(void)
{
    CUlibrary library, kept;
    CUlibraryOption options[1] = { CU_LIBRARY_BINARY_IS_PRESERVED };
    void *values[1] = { NULL };
    static char lasting[sizeof ptx];
    test_context();
    for (unsigned i = 0; i < sizeof ptx; i++)
        lasting[i] = ptx[i];
    if (cuLibraryLoadData(&library, ptx, NULL, NULL, 0, options, values, 0) || cuLibraryUnload(library))
        return 1;
    if (cuLibraryLoadData(&kept, lasting, NULL, NULL, 0, options, NULL, 1) || cuLibraryUnload(kept))
        return 1;
    values[0] = (void *)1;
    return cuLibraryLoadData(&kept, lasting, NULL, NULL, 0, options, values, 1) || cuLibraryUnload(kept);
}
