#include "cl_world.h"

// refused: the creation has to fail

/* Each further use of what was never made is the same mistake as the first. */
int main(void)
{
    static char data[64];
    int zero = 0;
    size_t count = 0;
    cl_world();
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, count * sizeof zero, NULL, NULL); // site: related
    clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL); // expect: unchecked-error arg=buffer result=-38 says=size_of_clCreateBuffer_is_0
    clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, sizeof data, 0, NULL, NULL);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
