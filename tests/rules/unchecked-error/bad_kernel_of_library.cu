// No library, so no kernel of it either, and the launch gets what the look-up left behind: one cause.
#include <cuda_runtime.h>

int main()
{
    cudaLibrary_t library = nullptr;
    cudaKernel_t kernel = nullptr;
    int *p;
    cudaMalloc(&p, 64);
    void *arguments[] = { &p };
    cudaLibraryLoadData(&library, "no image", nullptr, nullptr, 0, nullptr, nullptr, 0); // expect: image-not-recognized
    cudaLibraryGetKernel(&kernel, library, "fill"); // site: related
    cudaLaunchKernel((const void *)kernel, 1, 64, arguments, 0, nullptr); // site: related
    return cudaFree(p);
}
