// soft only: drivers older than CUDA 13.2 lack these calls
#include "cuda_runtime.h"

static const char image[] = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry three(.param .u64 p, .param .u32 n, .param .f32 f) { ret; }\n";

/* How many parameters a kernel has is asked of the kernel, of its function, and of the runtime; and once without a place for the answer. */
int main(void)
{
    cudaLibrary_t library;
    cudaKernel_t kernel;
    CUfunction function;
    size_t of_kernel = 0, of_function = 0, of_runtime = 0;
    if (cudaLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0) || cudaLibraryGetKernel(&kernel, library, "three") ||
        cuKernelGetFunction(&function, (CUkernel)kernel))
        return 1;
    if (cuKernelGetParamCount((CUkernel)kernel, &of_kernel) || cuFuncGetParamCount(function, &of_function) || cudaFuncGetParamCount(kernel, &of_runtime))
        return 1;
    if (cuFuncGetParamCount(function, NULL) != CUDA_ERROR_INVALID_VALUE)
        return 1;
    return cudaLibraryUnload(library) || of_kernel != 3 || of_function != 3 || of_runtime != 3;
}
