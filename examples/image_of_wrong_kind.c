/* The kernel file on disk is the error page of a failed download. */
#include "cuda.h"

#include <stdio.h>

static const char downloaded[] = "<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head></html>\n";

int main(void)
{
    CUmodule module;
    const char *name = "?";

    test_context();
    CUresult result = cuModuleLoadData(&module, downloaded);
    cuGetErrorName(result, &name);
    printf("cuModuleLoadData: %s\n", name);
    return 0;
}
