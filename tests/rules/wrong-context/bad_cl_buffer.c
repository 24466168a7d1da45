#include "cl_world.h"

static char data[4096];

int main(void)
{
    cl_int e;
    cl_world();
    cl_context other = cl_new_context();
    cl_mem buffer = clCreateBuffer(other, CL_MEM_READ_WRITE, sizeof data, NULL, &e); // site: created
    clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL); // expect: wrong-context arg=buffer object=buffer result=-34
    clReleaseMemObject(buffer);
    clReleaseContext(other);
    cl_end();
    return 0;
}
