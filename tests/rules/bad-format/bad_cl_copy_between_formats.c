#include "cl_world.h"

int main(void)
{
    size_t origin[3] = {0, 0, 0}, region[3] = {64, 64, 1};
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem bytes = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 64, 64);
    cl_mem floats = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_FLOAT, 64, 64);
    clEnqueueCopyImage(cl_queue, bytes, floats, origin, origin, region, 0, NULL, NULL); // expect: bad-format object=image result=-9
    clReleaseMemObject(bytes);
    clReleaseMemObject(floats);
    cl_end();
    return 0;
}
