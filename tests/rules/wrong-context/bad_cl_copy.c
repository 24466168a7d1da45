#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    cl_context other = cl_new_context();
    cl_mem from = cl_buffer(4096);
    cl_mem to = clCreateBuffer(other, CL_MEM_READ_WRITE, 4096, NULL, &e); // site: created
    clEnqueueCopyBuffer(cl_queue, from, to, 0, 0, 4096, 0, NULL, NULL); // expect: wrong-context arg=dst_buffer object=buffer result=-34
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    clReleaseContext(other);
    cl_end();
    return 0;
}
