// soft only: what a library chooses for a GPU is another matter
#include <search.h>

#include "cuda.h"
#include "images.h"

/* A library, here the C library, passes machine code to the driver: the program has not chosen it. */
int main(void)
{
    size_t size, one = 1;
    unsigned char *image = test_image("add_100.cubin", &size);
    CUmodule module;
    test_context();
    lfind(&module, image, &one, size, (int (*)(const void *, const void *))cuModuleLoadData); // expect: soft-limit severity=warning arg=image result=209 says=sm_100_SASS says=a_limit_of_the_software_device
    free(image);
    return 0;
}
