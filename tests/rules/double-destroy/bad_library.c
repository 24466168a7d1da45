#include "cuda.h"

static const char image[] = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry nothing() { ret; }\n";

int main(void)
{
    CUlibrary library;
    test_context();
    cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0); // site: created
    cuLibraryUnload(library); // site: destroyed
    cuLibraryUnload(library); // expect: double-destroy arg=library object=library contained=1
    return 0;
}
