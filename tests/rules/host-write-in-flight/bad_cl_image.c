// options: --host-guard always
#include "cl_world.h"

enum { SIDE = 512 };

int main(void)
{
    size_t origin[3] = {0, 0, 0}, region[3] = {SIDE, SIDE, 1};
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE);
    unsigned char *pixels = aligned_alloc(4096, SIDE * SIDE * 4);
    memset(pixels, 1, SIDE * SIDE * 4);
    clEnqueueWriteImage(cl_queue, image, CL_FALSE, origin, region, 0, 0, pixels, 0, NULL, NULL); // site: related
    pixels[SIDE * SIDE] = 2; // expect: host-write-in-flight
    clFinish(cl_queue);
    clReleaseMemObject(image);
    cl_end();
    free(pixels);
    return 0;
}
