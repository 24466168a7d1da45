/* The source of the copies is always the same, their targets are new: what the driver allocates for those, where blocks of the program were, is what their
 * maps give, and no block of the program's that was freed. */
#include "cl_world.h"

enum { BYTES = 6000, BLOCKS = 64, BUFFERS = 16 };

int main(void)
{
    static char first[BYTES];
    char *blocks[BLOCKS];
    cl_world();
    cl_mem from = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, BYTES, NULL, &cl_status), other = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, BYTES, NULL, &cl_status);
    cl_mem to[BUFFERS];
    for (int i = 0; i < BLOCKS; i++) {
        if (posix_memalign((void **)&blocks[i], 128, BYTES))
            return 1;
        memset(blocks[i], i, BYTES);
    }
    clEnqueueWriteBuffer(cl_queue, from, CL_TRUE, 0, BYTES, first, 0, NULL, NULL);
    for (int i = 0; i < BLOCKS; i++)
        free(blocks[i]);
    for (int i = 0; i < BUFFERS; i++) {
        to[i] = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, BYTES, NULL, &cl_status);
        clEnqueueCopyBuffer(cl_queue, from, to[i], 0, 0, BYTES, 0, NULL, NULL);
        clFinish(cl_queue);
        char *mapped = clEnqueueMapBuffer(cl_queue, to[i], CL_TRUE, CL_MAP_READ, 0, BYTES, 0, NULL, NULL, &cl_status);
        clEnqueueWriteBuffer(cl_queue, other, CL_TRUE, 0, BYTES, mapped, 0, NULL, NULL);
        clEnqueueUnmapMemObject(cl_queue, to[i], mapped, 0, NULL, NULL);
        clFinish(cl_queue);
    }
    for (int i = 0; i < BUFFERS; i++)
        clReleaseMemObject(to[i]);
    clReleaseMemObject(other);
    clReleaseMemObject(from);
    cl_end();
    return 0;
}
