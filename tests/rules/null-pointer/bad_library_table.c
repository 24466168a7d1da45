#include "cuda.h"

static const char ptx[] = ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry none() { ret; }\n";

/* Lists that were only zeroed: option 0 is the table of host functions, which a driver reads at NULL. */
int main(void)
{
    CUlibrary library;
    CUlibraryOption options[1] = { 0 };
    void *values[1] = { NULL };
    test_context();
    cuLibraryLoadData(&library, ptx, NULL, NULL, 0, options, values, 1);               // expect: null-pointer arg=libraryOptions contained=1 says=TABLE
    cuLibraryLoadFromFile(&library, "none.cubin", NULL, NULL, 0, options, NULL, 1);    // expect: null-pointer arg=libraryOptions contained=1 says=TABLE
    return cuLibraryLoadData(&library, ptx, NULL, NULL, 0, NULL, values, 1);           // expect: null-pointer arg=libraryOptions contained=1 says=number_of_options_is_not_0
}
