#include "cuda.h"

static const char image[] = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry nothing() { ret; }\n";

/* A value stands where an option should. */
int main(void)
{
    CUmodule module;
    CUlibrary library;
    CUjit_option options[] = { CU_JIT_OPTIMIZATION_LEVEL, (CUjit_option)255 };
    CUlibraryOption option = (CUlibraryOption)30;
    void *values[] = { (void *)3, NULL };
    test_context();
    cuModuleLoadDataEx(&module, image, 2, options, values);     // expect: bad-flags arg=options result=1
    cuLibraryLoadData(&library, image, NULL, NULL, 0, &option, values, 1);      // expect: bad-flags arg=libraryOptions result=1
    return 0;
}
