// A cubin whose section table was overwritten.
#include "cuda.h"
#include "images.h"

int main(void)
{
    size_t size;
    unsigned char *image = test_image("add_90.cubin", &size);
    CUmodule module;
    test_context();
    for (size_t i = 64; i < size; i += 7)
        image[i] ^= 0x5a;
    cuModuleLoadData(&module, image); // expect: image-corrupt arg=image
    free(image);
    return 0;
}
