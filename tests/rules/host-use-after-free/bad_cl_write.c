#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    char *data = calloc(1, 4096); // site: created
    free(data); // site: destroyed
    clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, 4096, data, 0, NULL, NULL); // expect: host-use-after-free arg=ptr state=freed
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
