#include "cl_world.h"

#define KERNELS "kernel void make(global float *data, int from) { int i = from + get_global_id(0); data[i] = i; }\n" \
                "kernel void set(global float *data) { size_t i = get_global_id(0); data[i] = 1; }\n" \
                "kernel void even(global float *data) { int i = get_global_id(0); if (i % 2 == 0) data[i] = 2; }\n" \
                "kernel void odd(global float *data) { int i = get_global_id(0); if (i % 2 == 1) data[i] = 2; }\n" \
                "kernel void upper(global float *data) { int i = get_global_id(0); if (i > 2047) data[i] = 2; }\n" \
                "kernel void lower(global float *data) { int i = get_global_id(0); if (i >= 2048) return; data[i] = 2; }\n" \
                "kernel void sum(global const float *data, global float *out) { int i = get_global_id(0); out[i] = data[i] + 1; }"

enum { COUNT = 4096 };

static void run(cl_command_queue queue, const char *name, cl_mem data, cl_mem more, const int *from, const size_t *offset, cl_uint waits, cl_event *list, cl_event *event)
{
    size_t size = COUNT / 2;
    cl_kernel kernel = cl_kernel_of(KERNELS, name);
    clSetKernelArg(kernel, 0, sizeof data, &data);
    if (from)
        clSetKernelArg(kernel, 1, sizeof *from, from);
    if (more)
        clSetKernelArg(kernel, 1, sizeof more, &more);
    clEnqueueNDRangeKernel(queue, kernel, 1, offset, &size, NULL, waits, waits ? list : NULL, event);
    clReleaseKernel(kernel);
}

/* Kernels that share a buffer and not an element: by an argument, by the offset, by conditions; readers; and one that waits. */
int main(void)
{
    int first = 0, second = COUNT / 2;
    size_t offset = COUNT / 2;
    cl_event done;
    cl_world();
    cl_command_queue loose = cl_new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_mem a = cl_buffer(COUNT * sizeof(float)), b = cl_buffer(COUNT * sizeof(float)), c = cl_buffer(COUNT * sizeof(float));
    run(loose, "make", a, NULL, &first, NULL, 0, NULL, NULL);
    run(loose, "make", a, NULL, &second, NULL, 0, NULL, NULL);
    clFinish(loose);
    run(loose, "set", a, NULL, NULL, NULL, 0, NULL, NULL);
    run(loose, "set", a, NULL, NULL, &offset, 0, NULL, NULL);
    clFinish(loose);
    run(loose, "even", a, NULL, NULL, NULL, 0, NULL, NULL);
    run(loose, "odd", a, NULL, NULL, NULL, 0, NULL, NULL);
    clFinish(loose);
    run(loose, "upper", a, NULL, NULL, NULL, 0, NULL, NULL);
    run(loose, "lower", a, NULL, NULL, NULL, 0, NULL, NULL);
    clFinish(loose);
    run(loose, "sum", a, b, NULL, NULL, 0, NULL, NULL);
    run(loose, "sum", a, c, NULL, NULL, 0, NULL, NULL);
    clFinish(loose);
    run(loose, "set", a, NULL, NULL, NULL, 0, NULL, &done);
    run(loose, "sum", a, b, NULL, NULL, 1, &done, NULL);
    clFinish(loose);
    clReleaseEvent(done);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(c);
    clReleaseCommandQueue(loose);
    cl_end();
    return 0;
}
