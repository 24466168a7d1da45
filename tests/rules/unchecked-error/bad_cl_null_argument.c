#include "cl_world.h"

// refused: the creation has to fail

/* Nobody looks at the error of the creation: clSetKernelArg takes NULL for a buffer, and the kernel crashes. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, 0, NULL, &e); // site: related // expect-real: bad-size arg=size api=clCreateBuffer unrelated=yes
    cl_kernel kernel = cl_doubling(buffer);
    cl_run(cl_queue, kernel, 64); // expect-soft: unchecked-error arg=data api=clEnqueueNDRangeKernel says=clCreateBuffer_returned_CL_INVALID_BUFFER_SIZE
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
