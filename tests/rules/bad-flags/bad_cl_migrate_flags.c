#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(64);
    clEnqueueMigrateMemObjects(cl_queue, 1, &buffer, 1 << 9, 0, NULL, NULL); // expect: bad-flags arg=flags accepted=warning
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
