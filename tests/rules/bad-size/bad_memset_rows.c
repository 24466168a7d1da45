// soft only: a GPU's driver does not come to an end with so many rows
#include "cuda.h"

/* Of a rectangle the number of rows is wrong, not the width. */
int main(void)
{
    CUdeviceptr d;
    int rows = 3;
    test_context();
    cuMemAlloc(&d, 4096); // site: created
    cuMemsetD2D32(d, 64, 1, 16, (size_t)(rows - 4)); // expect: bad-size arg=Height object=device-memory says=-1_as_a_signed_number
    cuMemFree(d);
    return 0;
}
