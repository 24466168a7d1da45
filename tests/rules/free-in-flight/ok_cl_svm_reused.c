#include <time.h>

#include "cl_world.h"

/* The queue frees the shared memory that its kernel worked on; the block of the heap that takes the place was never used by that kernel. */
int main(void)
{
    enum { BYTES = 16 * 1024, TIMES = 50 };
    cl_int bad = 0;
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    cl_command_queue other = cl_new_queue(0);
    cl_kernel kernel = cl_kernel_of("kernel void copy(global const float *from, global float *to) { int i = get_global_id(0); to[i] = from[i]; }", "copy");
    cl_mem buffer = cl_buffer(BYTES), result = cl_buffer(BYTES);
    cl_event gate = clCreateUserEvent(cl_ctx, &bad);
    char *below = calloc(1, BYTES);
    void *shared = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, BYTES, 0);
    char *above = calloc(1, BYTES);
    bad |= clEnqueueWriteBuffer(other, buffer, CL_FALSE, 0, BYTES, below, 1, &gate, NULL);       /* both are in flight all the time */
    bad |= clEnqueueWriteBuffer(other, buffer, CL_FALSE, 0, BYTES, above, 0, NULL, NULL);
    bad |= clEnqueueSVMMemcpy(cl_queue, CL_TRUE, shared, above, BYTES, 0, NULL, NULL);
    bad |= clSetKernelArg(kernel, 1, sizeof result, &result);
    bad |= clSetKernelArgSVMPointer(kernel, 0, shared);
    bad |= cl_run(cl_queue, kernel, BYTES / sizeof(float));
    bad |= clEnqueueSVMFree(cl_queue, 1, &shared, NULL, NULL, 0, NULL, NULL);
    bad |= clFlush(cl_queue);
    for (int i = 0; i < TIMES; i++) {           /* has the place as soon as the queue is done, without a call that waits for it */
        struct timespec some = { .tv_nsec = 2000000 };
        free(malloc(BYTES));
        nanosleep(&some, NULL);
    }
    bad |= clSetUserEventStatus(gate, CL_COMPLETE);
    bad |= clFinish(other) | clFinish(cl_queue);
    free(above);
    free(below);
    clReleaseMemObject(buffer);
    clReleaseMemObject(result);
    clReleaseEvent(gate);
    clReleaseCommandQueue(other);
    clReleaseKernel(kernel);
    cl_end();
    return bad != 0;
}
