// soft only: a GPU of compute capability 9.0 runs it
#include <stdio.h>

#include "cuda.h"
#include "images.h"

/* The limit is what is told, and not the use of what was not loaded. */
int main(void)
{
    CUmodule module = NULL;
    CUfunction kernel = NULL;
    test_context();
    CUresult loaded = cuModuleLoad(&module, test_image_path("add_90.cubin")); // expect: soft-limit severity=warning says=a_limit_of_the_software_device
    if (loaded)
        fprintf(stderr, "loaded: %d\n", (int)loaded);
    return cuModuleGetFunction(&kernel, module, "add") == CUDA_SUCCESS; // site: related
}
