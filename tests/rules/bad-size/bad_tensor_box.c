#include "tensor_map.h"

/* A box has 256 elements in a dimension at most. */
int main(void)
{
    cuuint64_t dims[] = { 1024, 64 }, strides[] = { 4096 };
    cuuint32_t box[] = { 512, 16 };
    tensor_memory();
    TILED(memory, 2, dims, strides, box, NONE, NONE); // expect: bad-size arg=boxDim result=1
    return cuMemFree(memory);
}
