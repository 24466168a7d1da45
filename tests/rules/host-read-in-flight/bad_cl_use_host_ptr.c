#include "cl_world.h"

enum { COUNT = 1 << 18 };

/* The kernel works in the program's own memory, which is looked at before the kernel is known to be over. It waits for the
 * host: where a processor has no protection keys, its first access would lift the guard. */
int main(void)
{
    cl_world();
    float *data = aligned_alloc(4096, COUNT * sizeof(float));
    for (int i = 0; i < COUNT; i++)
        data[i] = 1;
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, COUNT * sizeof(float), data, &cl_status); // site: created
    cl_kernel kernel = cl_doubling(buffer);
    cl_event gate = clCreateUserEvent(cl_ctx, &cl_status);
    clEnqueueMarkerWithWaitList(cl_queue, 1, &gate, NULL);
    cl_run(cl_queue, kernel, COUNT); // site: related
    clFlush(cl_queue);
    printf("%f\n", data[100]); // expect: host-read-in-flight object=buffer
    clSetUserEventStatus(gate, CL_COMPLETE);
    clFinish(cl_queue);
    clReleaseEvent(gate);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    free(data);
    return 0;
}
