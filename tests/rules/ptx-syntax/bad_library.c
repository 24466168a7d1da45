// soft only: which of these calls loads is for the driver to choose
#include "cuda.h"

static const char image[] = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry fill()\n{\n    bogus.u32 %r1;\n    ret;\n}\n";

/* A library is compiled when something of it is used. */
int main(void)
{
    CUlibrary library, other;
    CUkernel kernel;
    CUmodule module;
    unsigned count;
    test_context();
    cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0); // site: created
    cuLibraryGetKernelCount(&count, library); // expect: ptx-syntax arg=lib result=218 object=library says=given_does_not_compile says=cuLibraryLoadData,_which_returns_before says=line_6,
    cuLibraryGetKernel(&kernel, library, "fill");
    cuLibraryGetModule(&module, library);
    cuLibraryLoadData(&other, "text that is no PTX", NULL, NULL, 0, NULL, NULL, 0); // expect: image-not-recognized arg=code
    cuLibraryGetKernel(&kernel, other, "fill"); // site: related
    return 0;
}
