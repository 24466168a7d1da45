#include "tensor_map.h"

/* A tile that begins at the second float of the matrix. */
int main(void)
{
    cuuint64_t dims[] = { 256, 64 }, strides[] = { 1024 };
    cuuint32_t box[] = { 32, 16 };
    tensor_memory();
    TILED(memory + 4, 2, dims, strides, box, NONE, NONE); // expect: misaligned arg=globalAddress result=1
    return cuMemFree(memory);
}
