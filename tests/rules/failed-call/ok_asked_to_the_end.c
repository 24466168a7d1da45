#include "cuda_runtime.h"

static const char image[] = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry three(.param .u64 p, .param .u32 n, .param .f32 f) { ret; }\n";

/* Parameters are asked for until there are no more; whether memory is mapped or plain, and an array sparse, is asked by trying. */
int main(void)
{
    CUmodule module;
    CUfunction function;
    CUmemGenericAllocationHandle handle;
    cudaArray_t array;
    struct cudaArraySparseProperties sparse;
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    size_t offset, size, count = 0;
    void *data;
    if (cudaMalloc(&data, 4096) || cudaMallocArray(&array, &format, 16, 16, 0) || cuModuleLoadData(&module, image) || cuModuleGetFunction(&function, module, "three"))
        return 1;
    while (!cuFuncGetParamInfo(function, count, &offset, &size))
        count++;
    cuMemRetainAllocationHandle(&handle, data);
    cudaArrayGetSparseProperties(&sparse, array);
    cudaGetLastError();
    return cuModuleUnload(module) || cudaFreeArray(array) || cudaFree(data) || count != 3;
}
