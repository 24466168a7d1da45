#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem from = cl_buffer(8192);
    cl_mem to = cl_buffer(4096); // site: created
    clEnqueueCopyBuffer(cl_queue, from, to, 0, 0, 8192, 0, NULL, NULL); // expect: range-overflow object=buffer result=-30
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    cl_end();
    return 0;
}
