#include "cl_world.h"

static unsigned char pixels[64 * 64 * 4];

/* A pitch of 64 pixels, where bytes are asked for. */
int main(void)
{
    size_t origin[3] = {0, 0, 0}, region[3] = {64, 64, 1};
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 64, 64);
    clEnqueueWriteImage(cl_queue, image, CL_TRUE, origin, region, 64, 0, pixels, 0, NULL, NULL); // expect: pitch-too-small arg=input_row_pitch
    clReleaseMemObject(image);
    cl_end();
    return 0;
}
