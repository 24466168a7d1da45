#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_image_format f = { CL_RGBA, CL_UNSIGNED_INT8 };
    cl_mem i = clCreateImage(cl_ctx, CL_MEM_READ_WRITE, &f, NULL, NULL, NULL); // expect: null-pointer arg=image_desc accepted=warning
    if (i) clReleaseMemObject(i);
    cl_end();
    return 0;
}
