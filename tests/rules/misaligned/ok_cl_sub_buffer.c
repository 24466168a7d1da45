#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_float4 zero = {{0, 0, 0, 0}};
    cl_world();
    size_t align = cl_device_size(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    cl_mem parent = cl_buffer(1 << 16);
    cl_buffer_region part = {align, 100};
    cl_mem sub = clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &part, &e);
    e |= clEnqueueFillBuffer(cl_queue, parent, &zero, sizeof zero, 16, 160, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(sub);
    clReleaseMemObject(parent);
    cl_end();
    return e;
}
