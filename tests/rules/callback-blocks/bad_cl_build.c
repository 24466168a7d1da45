#include "cl_world.h"

static cl_program program;
static volatile int over;

static void CL_CALLBACK done(cl_event event, cl_int status, void *data)
{
    clBuildProgram(program, 0, NULL, "", NULL, NULL); // expect: callback-blocks says=registered_with_clSetEventCallback
    over = 1;
}

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(64);
    cl_event e;
    char data[16] = "";
    const char *t = SCALE;
    program = clCreateProgramWithSource(cl_ctx, 1, &t, NULL, NULL);
    clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, 16, data, 0, NULL, &e);
    clSetEventCallback(e, CL_COMPLETE, done, NULL);
    clWaitForEvents(1, &e);
    while (!over) usleep(1000);
    clReleaseEvent(e);
    clReleaseProgram(program);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
