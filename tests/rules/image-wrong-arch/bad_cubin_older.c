// Machine code for compute capability 7.5.
#include "cuda.h"
#include "images.h"

int main(void)
{
    size_t size;
    unsigned char *image = test_image("add_75.cubin", &size);
    CUmodule module;
    test_context();
    cuModuleLoadData(&module, image); // expect: image-wrong-arch arg=image result=209
    free(image);
    return 0;
}
