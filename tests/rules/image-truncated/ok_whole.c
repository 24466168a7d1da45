// The whole file, loaded from memory and from disk.
#include "cuda.h"
#include "images.h"

int main(void)
{
    size_t size;
    unsigned char *image = test_image("ptx_zstd.fatbin", &size);
    CUmodule first, second;
    CUfunction function;
    test_context();
    if (cuModuleLoadData(&first, image) || cuModuleLoad(&second, test_image_path("ptx_zstd.fatbin")))
        return 1;
    int failed = cuModuleGetFunction(&function, second, "add");
    cuModuleUnload(first);
    cuModuleUnload(second);
    free(image);
    return failed;
}
