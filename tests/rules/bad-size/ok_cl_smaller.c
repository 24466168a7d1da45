#include "cl_world.h"

// refused: what is too large has to be
// soft only: NVIDIA's driver makes buffers that are larger than its limit
/* As much as there is, found by trying. */
int main(void)
{
    cl_int e = CL_INVALID_BUFFER_SIZE;
    cl_world();
    cl_mem buffer = NULL;
    for (size_t size = (size_t)1 << 50; e && size; size >>= 1)
        buffer = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, size, NULL, &e);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
