#include "cl_world.h"

static void send(cl_mem buffer)
{
    float values[1024];
    for (int i = 0; i < 1024; i++)
        values[i] = i;
    clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, sizeof values, values, 0, NULL, NULL); // expect: host-use-after-free arg=ptr object=host-memory says=the_local_variable_'values'
}

/* The array ends with its function, the command may come later. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    send(buffer);
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
