#include <stdlib.h>
#include <string.h>
#include "test_kernels.h"

int main(void)
{
    CUlinkState link;
    CUlibrary library;
    CUkernel kernel;
    void *image;
    size_t size;
    test_context();
    cuLinkCreate(0, NULL, NULL, &link);
    cuLinkAddData(link, CU_JIT_INPUT_PTX, (void *)test_ptx, sizeof test_ptx, "kernels", 0, NULL, NULL);
    cuLinkComplete(link, &image, &size);
    void *copy = malloc(size);
    memcpy(copy, image, size);
    int failed = cuLibraryLoadData(&library, copy, NULL, NULL, 0, NULL, NULL, 0) || cuLibraryGetKernel(&kernel, library, "fill");
    cuLinkDestroy(link);
    free(copy);
    return failed;
}
