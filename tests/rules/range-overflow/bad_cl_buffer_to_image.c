#include "cl_world.h"

/* 64x64 pixels of four bytes come from a buffer that has one byte for each. */
int main(void)
{
    size_t origin[3] = {0, 0, 0}, region[3] = {64, 64, 1};
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem buffer = cl_buffer(64 * 64); // site: created
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 64, 64);
    clEnqueueCopyBufferToImage(cl_queue, buffer, image, 0, origin, region, 0, NULL, NULL); // expect: range-overflow object=buffer result=-30
    clReleaseMemObject(image);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
