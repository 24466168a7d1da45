// A fatbin that holds machine code of an older architecture and no PTX.
#include "cuda.h"
#include "images.h"

int main(void)
{
    size_t size;
    unsigned char *image = test_image("sass_75.fatbin", &size);
    CUmodule module;
    test_context();
    cuModuleLoadFatBinary(&module, image); // expect: image-wrong-arch arg=fatCubin result=209
    free(image);
    return 0;
}
