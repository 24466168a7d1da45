#include "cl_world.h"

static unsigned char pixels[64 * 64 * 4];

/* 0 means: rows lie without a gap. */
int main(void)
{
    size_t zero[3] = {0, 0, 0}, region[3] = {64, 64, 1}, rows[3] = {256, 64, 1};
    cl_int e = 0;
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 64, 64), buffer = cl_buffer(sizeof pixels);
    e |= clEnqueueWriteImage(cl_queue, image, CL_TRUE, zero, region, 0, 0, pixels, 0, NULL, NULL);
    e |= clEnqueueWriteImage(cl_queue, image, CL_TRUE, zero, region, 256, 0, pixels, 0, NULL, NULL);
    e |= clEnqueueWriteBufferRect(cl_queue, buffer, CL_TRUE, zero, zero, rows, 0, 0, 0, 0, pixels, 0, NULL, NULL);
    clReleaseMemObject(image);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
