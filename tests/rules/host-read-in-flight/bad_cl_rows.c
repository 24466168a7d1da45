#include "cl_world.h"

enum { SIDE = 512 };

/* A rectangle of the picture is on its way, and a pixel inside of it is read. */
int main(void)
{
    size_t from[3] = {0, 0, 0}, to[3] = {64, 16, 0}, region[3] = {256, 128, 1};
    cl_world();
    cl_mem buffer = cl_buffer(SIDE * SIDE);
    volatile unsigned char *picture = calloc(SIDE, SIDE);
    cl_event gate = clCreateUserEvent(cl_ctx, NULL); /* or the device may be done before the pixel is read */
    clEnqueueReadBufferRect(cl_queue, buffer, CL_FALSE, from, to, region, 256, 0, SIDE, 0, (void *)picture, 1, &gate, NULL); // site: related
    int pixel = picture[20 * SIDE + 100]; // expect: host-read-in-flight
    clSetUserEventStatus(gate, CL_COMPLETE);
    clFinish(cl_queue);
    clReleaseEvent(gate);
    (void)pixel;
    clReleaseMemObject(buffer);
    cl_end();
    free((void *)picture);
    return 0;
}
