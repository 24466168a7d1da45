#include "cl_world.h"

/* Blocks that end with the last byte of the last row. */
int main(void)
{
    size_t zero[3] = {0, 0, 0}, region[3] = {32, 32, 1}, pixels[3] = {16, 16, 1};
    cl_int e = 0;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    char *rect = calloc(1, 31 * 64 + 32), *image_rows = calloc(1, 15 * 100 + 64), *all = malloc(4096);
    e |= clEnqueueWriteBufferRect(cl_queue, buffer, CL_TRUE, zero, zero, region, 64, 0, 64, 0, rect, 0, NULL, NULL);
    e |= clEnqueueReadBuffer(cl_queue, buffer, CL_TRUE, 0, 4096, all, 0, NULL, NULL);
    if (cl_device_size(CL_DEVICE_IMAGE_SUPPORT)) {
        cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 16, 16);
        e |= clEnqueueWriteImage(cl_queue, image, CL_TRUE, zero, pixels, 100, 0, image_rows, 0, NULL, NULL);
        clReleaseMemObject(image);
    }
    clReleaseMemObject(buffer);
    cl_end();
    free(rect);
    free(image_rows);
    free(all);
    return e;
}
