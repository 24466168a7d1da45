#include "cl_world.h"

/* Blocks that go out in quarters, and a block that is used for several images. */
int main(void)
{
    size_t origin[3] = {0, 0, 0}, region[3] = {64, 64, 1};
    cl_int e = 0;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    char *data = calloc(1, 4096), *frames = calloc(4, 64 * 64 * 4);
    for (size_t at = 0; at < 4096; at += 1024)
        e |= clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, at, 1024, data + at, 0, NULL, NULL);
    if (cl_device_size(CL_DEVICE_IMAGE_SUPPORT)) {
        cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 64, 64);
        for (int i = 0; i < 4; i++)
            e |= clEnqueueWriteImage(cl_queue, image, CL_TRUE, origin, region, 0, 0, frames + i * 64 * 64 * 4, 0, NULL, NULL);
        clReleaseMemObject(image);
    }
    clReleaseMemObject(buffer);
    cl_end();
    free(data);
    free(frames);
    return e;
}
