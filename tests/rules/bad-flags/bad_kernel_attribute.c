#include "cuda.h"

/* Attributes of a library's kernel that the compiler has fixed. */
int main(void)
{
    static const char text[] = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }\n";
    CUlibrary library;
    CUkernel kernel;
    test_context();
    if (cuLibraryLoadData(&library, text, NULL, NULL, 0, NULL, NULL, 0) || cuLibraryGetKernel(&kernel, library, "k"))
        return 1;
    cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, 1024, kernel, 0); // expect: bad-flags arg=attrib result=1
    return cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1024, kernel, 0) || cuLibraryUnload(library);
}
