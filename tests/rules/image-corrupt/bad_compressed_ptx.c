// A compressed fatbin in which one byte of the PTX has changed.
#include "cuda.h"
#include "images.h"

int main(void)
{
    size_t size;
    unsigned char *image = test_image("ptx_zstd.fatbin", &size);
    CUmodule module;
    test_context();
    for (size_t i = size / 2; i < size / 2 + 40 && i < size; i++)
        image[i] ^= 0xff;
    cuModuleLoadData(&module, image); // expect: image-corrupt arg=image result=999
    free(image);
    return 0;
}
