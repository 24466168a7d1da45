#include "cl_world.h"

/* Three channels of a byte each: OpenCL has CL_RGB for packed types only. */
int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_image(CL_MEM_READ_WRITE, CL_RGB, CL_UNORM_INT8, 64, 64); // expect: bad-format arg=image_format accepted=none
    cl_end();
    return 0;
}
