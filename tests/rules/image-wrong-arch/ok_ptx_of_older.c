// PTX of an older architecture runs on a newer one.
#include "cuda.h"
#include "images.h"

int main(void)
{
    CUmodule module;
    test_context();
    return cuModuleLoad(&module, test_image_path("add_75.ptx")) || cuModuleUnload(module);
}
