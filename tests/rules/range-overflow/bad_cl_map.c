#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = cl_buffer(4096); // site: created
    clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_READ, 4000, 4096, 0, NULL, NULL, &e); // expect: range-overflow object=buffer result=-30
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
