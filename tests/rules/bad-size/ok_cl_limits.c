#include "cl_world.h"

/* As wide as the device can, and patterns of every legal size. */
int main(void)
{
    char pattern[128] = {0};
    cl_int bad = 0;
    cl_world();
    cl_mem buffer = cl_buffer(1 << 16);
    for (size_t size = 1; size <= sizeof pattern; size *= 2)
        bad |= clEnqueueFillBuffer(cl_queue, buffer, pattern, size, 0, 1 << 16, 0, NULL, NULL);
    if (cl_device_size(CL_DEVICE_IMAGE_SUPPORT)) {
        cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, cl_device_size(CL_DEVICE_IMAGE2D_MAX_WIDTH), 1);
        bad |= !image;
        clReleaseMemObject(image);
    }
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return bad != 0;
}
