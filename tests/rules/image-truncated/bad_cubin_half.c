// A cubin of which only the first half arrived; the rest of the buffer is zeros.
#include "cuda.h"
#include "images.h"
#include <string.h>

int main(void)
{
    size_t size;
    unsigned char *image = test_image("add_90.cubin", &size);
    CUmodule module;
    test_context();
    memset(image + size / 2, 0, size - size / 2);
    cuModuleLoadData(&module, image); // expect: image-truncated arg=image result=200
    free(image);
    return 0;
}
