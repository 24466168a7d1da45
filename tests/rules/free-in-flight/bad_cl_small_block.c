#include "cl_world.h"

/* A small block: the allocator gives it to others while the command is pending, who free it in their turn. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    float *data = calloc(1024, sizeof *data); // site: created
    clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, 4096, data, 0, NULL, NULL); // site: related
    free(data); // expect: free-in-flight
    for (int i = 0; i < 3; i++)
        free(calloc(1024, sizeof *data));
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
