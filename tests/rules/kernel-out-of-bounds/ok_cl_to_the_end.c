#include <stdint.h>

#include "cl_world.h"

/* Buffers of many sizes, each used from its first byte to its last: by kernels, maps, parts, copies, with the program's own memory under
 * one of them; and what is mapped lies as the device says that it does. */
static int use(cl_kernel kernel, cl_mem buffer, size_t size, size_t align)
{
    cl_int e[4], one = 1;
    size_t items = size / 4;
    e[0] = clEnqueueFillBuffer(cl_queue, buffer, &one, 4, 0, size, 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    e[1] = cl_run(cl_queue, kernel, items);
    int *p = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, size, 0, NULL, NULL, &e[2]);
    int bad = (uintptr_t)p % align != 0;
    for (size_t i = 0; i < items; i++)
        bad |= p[i]++ != 2;
    e[3] = clEnqueueUnmapMemObject(cl_queue, buffer, p, 0, NULL, NULL);
    return bad || e[0] || e[1] || e[2] || e[3];
}

int main(void)
{
    static int own[1024] __attribute__((aligned(4096)));
    int bad = 0;
    cl_world();
    size_t align = (cl_uint)cl_device_size(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8, size;
    cl_kernel kernel = cl_kernel_of("kernel void inc(global int *data) { data[get_global_id(0)]++; }", "inc");
    for (size = 4; size < 1 << 20; size = size * 3 + 4) {
        cl_mem plain = cl_buffer(size), host = clCreateBuffer(cl_ctx, CL_MEM_ALLOC_HOST_PTR, size, NULL, &cl_status);
        bad |= use(kernel, plain, size, align) | use(kernel, host, size, align);
        bad |= clEnqueueCopyBuffer(cl_queue, plain, host, 0, 0, size, 0, NULL, NULL);
        clReleaseMemObject(plain);
        clReleaseMemObject(host);
    }
    cl_mem under = clCreateBuffer(cl_ctx, CL_MEM_USE_HOST_PTR, sizeof own, own, &cl_status), whole = cl_buffer(8 * align);
    cl_buffer_region last = {7 * align, align};
    cl_mem part = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &last, &cl_status);
    bad |= use(kernel, under, sizeof own, 4) | use(kernel, part, align, align);
    clFinish(cl_queue);
    clReleaseMemObject(part);
    clReleaseMemObject(whole);
    clReleaseMemObject(under);
    clReleaseKernel(kernel);
    cl_end();
    return bad;
}
