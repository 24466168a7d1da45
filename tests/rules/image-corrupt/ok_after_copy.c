// A copy of an image is as good as the image.
#include "cuda.h"
#include "images.h"
#include <string.h>

int main(void)
{
    size_t size;
    unsigned char *image = test_image("ptx_lz4.fatbin", &size), *copy = malloc(size);
    CUmodule module;
    if (!copy)
        return 77;
    memcpy(copy, image, size);
    free(image);
    test_context();
    int failed = cuModuleLoadData(&module, copy);
    free(copy);
    return failed || cuModuleUnload(module);
}
