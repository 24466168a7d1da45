#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_image_format f = { CL_RGBA, CL_UNSIGNED_INT8 };
    cl_image_desc d = { .image_type = 0x1234, .image_width = 4, .image_height = 4 };
    cl_mem i = clCreateImage(cl_ctx, CL_MEM_READ_WRITE, &f, &d, NULL, NULL); // expect: bad-flags arg=image_desc->image_type accepted=none
    if (i) clReleaseMemObject(i);
    cl_end();
    return 0;
}
