#include "cl_world.h"

static cl_event send(cl_mem buffer, const float *values)
{
    cl_event sent;
    clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, 4096, values, 0, NULL, &sent);
    return sent;
}

/* Arrays that live long enough: in the caller, waited for in the same function, or the command blocks. */
int main(void)
{
    float values[1024] = {1};
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    for (int i = 0; i < 3; i++) {
        cl_event sent = send(buffer, values);
        clWaitForEvents(1, &sent);
        clReleaseEvent(sent);
    }
    {
        float block[1024] = {2};
        clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, 4096, block, 0, NULL, NULL);
        clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, 4096, block, 0, NULL, NULL);
        clFinish(cl_queue);
    }
    clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, 4096, values, 0, NULL, NULL);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
