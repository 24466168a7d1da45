#include "cl_world.h"

/* One of many equal writes still reads the block; the others were waited for now and then. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = cl_buffer(256);
    cl_event gate = clCreateUserEvent(cl_ctx, &e);
    char *data = calloc(1, 256); // site: created
    for (int i = 0; i < 20; i++) {
        if (i == 10)
            clFinish(cl_queue);
        if (i == 10)
            clEnqueueMarkerWithWaitList(cl_queue, 1, &gate, NULL);
        clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, 256, data, 0, NULL, NULL); // site: related
    }
    free(data); // expect: free-in-flight
    clSetUserEventStatus(gate, CL_COMPLETE);
    clFinish(cl_queue);
    clReleaseEvent(gate);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
