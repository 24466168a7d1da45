#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(64);
    clEnqueueMigrateMemObjects(cl_queue, 0, &buffer, 0, 0, NULL, NULL); // expect: bad-size arg=num_mem_objects accepted=warning
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
