#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(64);
    char *text = (char *)"a text that is there for reading only, you know, 64 bytes and some more than that";
    clEnqueueReadBuffer(cl_queue, buffer, CL_TRUE, 0, 64, text, 0, NULL, NULL); // expect: host-read-only arg=ptr object=host-memory contained=1
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
