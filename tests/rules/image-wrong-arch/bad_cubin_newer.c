// Machine code for compute capability 10.0, from a file.
#include "cuda.h"
#include "images.h"

int main(void)
{
    CUmodule module;
    test_context();
    cuModuleLoad(&module, test_image_path("add_100.cubin")); // expect: image-wrong-arch arg=fname result=209 says=no_code_for_this_device unsaid=limit_of_the_software_device
    return 0;
}
