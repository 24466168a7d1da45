#include "cl_world.h"

enum { SIZE = 1 << 16 };

/* Mappings as sources and targets while they last; memory of the program's own under a buffer,
 * after the unmap; and blocks that get the place of an object that is gone. */
int main(void)
{
    cl_world();
    cl_mem staging = cl_buffer(SIZE), target = cl_buffer(SIZE);
    char *own = aligned_alloc(4096, SIZE);
    memset(own, 0, SIZE);
    cl_mem over = clCreateBuffer(cl_ctx, CL_MEM_USE_HOST_PTR, SIZE, own, &cl_status);
    for (int i = 0; i < 3; i++) {
        char *p = clEnqueueMapBuffer(cl_queue, staging, CL_TRUE, CL_MAP_WRITE, 0, SIZE, 0, NULL, NULL, &cl_status);
        memset(p, i, SIZE);
        clEnqueueWriteBuffer(cl_queue, target, CL_TRUE, 0, SIZE, p, 0, NULL, NULL);
        clEnqueueUnmapMemObject(cl_queue, staging, p, 0, NULL, NULL);
        p = clEnqueueMapBuffer(cl_queue, over, CL_TRUE, CL_MAP_READ, 0, SIZE, 0, NULL, NULL, &cl_status);
        clEnqueueUnmapMemObject(cl_queue, over, p, 0, NULL, NULL);
        clFinish(cl_queue);
    }
    clReleaseMemObject(over);
    clEnqueueWriteBuffer(cl_queue, target, CL_TRUE, 0, SIZE, own, 0, NULL, NULL);
    for (int i = 0; i < 50; i++) {
        cl_mem brief = cl_buffer(400);
        char *p = clEnqueueMapBuffer(cl_queue, brief, CL_TRUE, CL_MAP_WRITE, 0, 400, 0, NULL, NULL, &cl_status);
        clEnqueueUnmapMemObject(cl_queue, brief, p, 0, NULL, NULL);
        clFinish(cl_queue);
        clReleaseMemObject(brief);
        char *block = calloc(1, 400);
        clEnqueueWriteBuffer(cl_queue, target, CL_TRUE, 0, 400, block, 0, NULL, NULL);
        free(block);
    }
    free(own);
    clReleaseMemObject(staging);
    clReleaseMemObject(target);
    cl_end();
    return 0;
}
