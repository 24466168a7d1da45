// Machine code for compute capability 10.0, from a file.
#include "cuda.h"
#include "images.h"

int main(void)
{
    CUmodule module;
    test_context();
    cuModuleLoad(&module, test_image_path("add_100.cubin")); // expect: image-wrong-arch arg=fname result=209
    return 0;
}
