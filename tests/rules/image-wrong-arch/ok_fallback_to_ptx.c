// A loader that tries machine code first and falls back to PTX has handled the answer.
#include "cuda.h"
#include "images.h"

int main(void)
{
    size_t size;
    unsigned char *image = test_image("add_75.cubin", &size);
    CUmodule module;
    test_context();
    if (cuModuleLoadData(&module, image) && cuModuleLoad(&module, test_image_path("add_75.ptx")))
        return 1;
    free(image);
    return cuModuleUnload(module);
}
