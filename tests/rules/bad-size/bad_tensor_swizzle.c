#include "tensor_map.h"

/* Rows of the box are 128 bytes, the swizzle is of 64. */
int main(void)
{
    cuuint64_t dims[] = { 256, 64, 4 }, strides[] = { 1024, 65536 };
    cuuint32_t box[] = { 32, 16, 1 };
    tensor_memory();
    TILED(memory, 2, dims, strides, box, NONE, 64B); // expect: bad-size arg=boxDim result=1
    return cuMemFree(memory);
}
