#include "cl_world.h"

int main(void)
{
    int zero = 0;
    cl_world();
    cl_mem buffer = cl_buffer(1000 * sizeof zero); // site: created
    clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, 1024 * sizeof zero, 0, NULL, NULL); // expect: range-overflow arg=size object=buffer result=-30
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
