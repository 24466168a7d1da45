#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem whole = cl_buffer(4096);
    cl_buffer_region a = { 0, 1024 }, b = { 512, 1024 };
    cl_mem one = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &a, NULL), two = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &b, NULL);
    clEnqueueCopyBuffer(cl_queue, one, two, 0, 0, 1024, 0, NULL, NULL); // expect: overlap arg=dst_buffer object=buffer
    clFinish(cl_queue);
    clReleaseMemObject(one);
    clReleaseMemObject(two);
    clReleaseMemObject(whole);
    cl_end();
    return 0;
}
