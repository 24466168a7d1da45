#include "tensor_map.h"

/* Rows of 65 floats: the copy engine wants them to begin at multiples of 16 bytes. */
int main(void)
{
    cuuint64_t dims[] = { 65, 64 }, strides[] = { 260 };
    cuuint32_t box[] = { 32, 16 };
    tensor_memory();
    TILED(memory, 2, dims, strides, box, NONE, NONE); // expect: misaligned arg=globalStrides result=1
    return cuMemFree(memory);
}
