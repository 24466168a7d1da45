#include "cl_world.h"

static unsigned char pixels[64 * 64 * 4];

int main(void)
{
    size_t origin[3] = {0, 0, 0}, region[3] = {64, 64, 1};
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 64, 64); // site: created
    clReleaseMemObject(image); // site: destroyed
    clEnqueueWriteImage(cl_queue, image, CL_TRUE, origin, region, 0, 0, pixels, 0, NULL, NULL); // expect: destroyed-handle arg=image object=image contained=1 result=-38
    cl_end();
    return 0;
}
