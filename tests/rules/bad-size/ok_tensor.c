#include "tensor_map.h"

/* The box is as large as the swizzle lets it be. */
int main(void)
{
    cuuint64_t dims[] = { 256, 64, 4 }, strides[] = { 1024, 65536 };
    cuuint32_t box[] = { 32, 16, 1 };
    tensor_memory();
    CUresult result = TILED(memory, 2, dims, strides, box, NONE, 128B);
    return cuMemFree(memory) || result;
}
