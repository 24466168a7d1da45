#include "cl_world.h"

enum { SIZE = 1 << 20 };

int main(void)
{
    cl_event event;
    cl_int zero = 0, e = 0;
    cl_world();
    cl_mem buffer = cl_buffer(SIZE);
    char *data = calloc(1, SIZE), *more = calloc(1, SIZE);
    e |= clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, data, 0, NULL, &event);
    clWaitForEvents(1, &event);
    free(data);
    clReleaseEvent(event);
    e |= clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, more, 0, NULL, NULL);
    clFinish(cl_queue);
    free(more);
    if (cl_device_size(CL_DEVICE_SVM_CAPABILITIES)) {
        void *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0);
        e |= clEnqueueSVMMemFill(cl_queue, shared, &zero, sizeof zero, 4096, 0, NULL, NULL);
        e |= clEnqueueSVMFree(cl_queue, 1, &shared, NULL, NULL, 0, NULL, NULL);
        clFinish(cl_queue);
    }
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
