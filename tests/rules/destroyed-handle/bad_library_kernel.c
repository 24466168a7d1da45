#include "cuda_runtime.h"

static const char image[] = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry nothing() { ret; }\n";

/* A kernel of a library that was unloaded, launched as one launches functions. */
int main(void)
{
    cudaLibrary_t library;
    cudaKernel_t kernel;
    struct dim3 one = { 1, 1, 1 };
    if (cudaLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0) || cudaLibraryGetKernel(&kernel, library, "nothing") || // site: created
        cudaLaunchKernel((const void *)kernel, one, one, NULL, 0, 0) || cudaDeviceSynchronize())
        return 1;
    cudaLibraryUnload(library); // site: destroyed
    cudaLaunchKernel((const void *)kernel, one, one, NULL, 0, 0);       // expect: destroyed-handle arg=func object=kernel result=400 contained=1
    return 0;
}
