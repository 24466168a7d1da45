#include "cl_world.h"

/* C lets any handle pass behind a cast. */
int main(void)
{
    cl_int e;
    cl_world();
    void *wrong = cl_queue;
    cl_mem buffer = clCreateBuffer((cl_context)wrong, CL_MEM_READ_WRITE, 4096, NULL, &e); // expect: wrong-type-handle arg=context object=queue
    if (buffer)
        clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
