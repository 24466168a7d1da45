#include "cl_world.h"

// refused: the creation has to fail

/* Nobody looks at the error of the creation: the kernel gets NULL. */
int main(void)
{
    static char data[4096];
    cl_int e;
    cl_world();
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, sizeof data, NULL, &e); // site: related
    clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL); // expect: unchecked-error arg=buffer result=-38
    cl_end();
    return 0;
}
