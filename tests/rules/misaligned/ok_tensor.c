#include "tensor_map.h"

/* Padded rows, interleaved by 32 bytes: everything at multiples of 32. */
int main(void)
{
    cuuint64_t dims[] = { 256, 64, 4 }, strides[] = { 1056, 67584 };
    cuuint32_t box[] = { 8, 16, 1 };
    tensor_memory();
    CUresult result = TILED(memory + 32, 3, dims, strides, box, 32B, 32B);
    return cuMemFree(memory) || result;
}
