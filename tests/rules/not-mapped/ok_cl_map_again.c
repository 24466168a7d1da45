// options: --host-guard always
#include "cl_world.h"

enum { SIZE = 1 << 20 };

/* Mapped twice and unmapped once, mapped anew, of a part, of memory of the program; and memory that was a buffer's once belongs to others. */
int main(void)
{
    int sum = 0;
    cl_world();
    cl_buffer_region half = {SIZE / 2, SIZE / 2};
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_ALLOC_HOST_PTR, SIZE, NULL, &cl_status);
    char *p = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_READ, 0, SIZE, 0, NULL, NULL, &cl_status);
    char *q = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_READ, 0, SIZE, 0, NULL, NULL, &cl_status);
    clEnqueueUnmapMemObject(cl_queue, buffer, p, 0, NULL, NULL);
    sum += q[9000];
    clEnqueueUnmapMemObject(cl_queue, buffer, q, 0, NULL, NULL);
    cl_mem part = clCreateSubBuffer(buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &half, &cl_status);
    p = clEnqueueMapBuffer(cl_queue, part, CL_TRUE, CL_MAP_WRITE, 0, SIZE / 2, 0, NULL, NULL, &cl_status);
    memset(p, 1, SIZE / 2);
    clEnqueueUnmapMemObject(cl_queue, part, p, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(part);
    p = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_READ, 0, SIZE, 0, NULL, NULL, &cl_status);
    sum += p[SIZE - 1];
    clEnqueueUnmapMemObject(cl_queue, buffer, p, 0, NULL, NULL);
    clReleaseMemObject(buffer);
    clFinish(cl_queue);
    for (int i = 0; i < 20; i++) {
        char *block = malloc(SIZE - i * 4096);
        memset(block, 2, SIZE - i * 4096);
        free(block);
    }
    char *own = aligned_alloc(4096, SIZE);
    memset(own, 3, SIZE);
    buffer = clCreateBuffer(cl_ctx, CL_MEM_USE_HOST_PTR, SIZE, own, &cl_status);
    p = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_READ, 0, SIZE, 0, NULL, NULL, &cl_status);
    sum += p[5000];
    clEnqueueUnmapMemObject(cl_queue, buffer, p, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    sum += own[5000];
    free(own);
    cl_end();
    return sum != 7;
}
