#include "cl_world.h"

/* The place of shared memory that was freed may be anybody's afterwards. */
int main(void)
{
    enum { BYTES = 4096, TIMES = 64 };
    char *host[TIMES] = { 0 };
    cl_event event;
    cl_int bad = 0;
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    for (int i = 0; i < TIMES; i++) {
        void *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, BYTES, 0), *other = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, BYTES, 0);
        bad |= clEnqueueSVMFree(cl_queue, 1, &shared, NULL, NULL, 0, NULL, &event);
        clWaitForEvents(1, &event);
        clReleaseEvent(event);
        host[i] = calloc(1, BYTES);
        bad |= clEnqueueSVMMemcpy(cl_queue, CL_TRUE, other, host[i], BYTES, 0, NULL, NULL);
        bad |= clEnqueueSVMFree(cl_queue, 1, &other, NULL, NULL, 0, NULL, NULL);
        clFinish(cl_queue);
    }
    for (int i = 0; i < TIMES; i++)
        free(host[i]);
    cl_end();
    return bad != 0;
}
