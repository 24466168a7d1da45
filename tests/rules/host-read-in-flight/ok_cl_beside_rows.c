// options: --host-guard always
#include "cl_world.h"

enum { SIDE = 512 };

/* Beside the rectangle that is on its way the picture may be used. */
int main(void)
{
    size_t from[3] = {0, 0, 0}, to[3] = {64, 16, 0}, region[3] = {256, 128, 1};
    cl_world();
    cl_mem buffer = cl_buffer(SIDE * SIDE);
    volatile unsigned char *picture = calloc(SIDE, SIDE);
    clEnqueueReadBufferRect(cl_queue, buffer, CL_FALSE, from, to, region, 256, 0, SIDE, 0, (void *)picture, 0, NULL, NULL);
    picture[20 * SIDE + 400] = 1;
    picture[300 * SIDE + 100] = 2;
    int sum = picture[20 * SIDE + 400] + picture[300 * SIDE + 100];
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    free((void *)picture);
    return sum != 3;
}
