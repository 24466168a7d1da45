#include "cl_world.h"

static float data[1024];

int main(void)
{
    cl_int e[5];
    cl_buffer_region part = {0, 1024};
    cl_world();
    cl_mem a = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_NO_ACCESS, sizeof data, data, &e[0]);
    cl_mem b = clCreateBuffer(cl_ctx, CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR, sizeof data, data, &e[1]);
    cl_mem c = clCreateBuffer(cl_ctx, 0, sizeof data, NULL, &e[2]);
    cl_mem d = clCreateSubBuffer(a, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &part, &e[3]);
    void *p = clEnqueueMapBuffer(cl_queue, c, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, sizeof data, 0, NULL, NULL, &e[4]);
    clEnqueueUnmapMemObject(cl_queue, c, p, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(d);
    clReleaseMemObject(c);
    clReleaseMemObject(b);
    clReleaseMemObject(a);
    cl_end();
    return e[0] || e[1] || e[2] || e[3] || e[4];
}
