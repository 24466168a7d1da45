#include "cl_world.h"

int main(void)
{
    size_t origin[3] = {0, 0, 0}, region[3] = {64, 64, 1};
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem from = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 64, 64);
    cl_mem to = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 64, 48); // site: created
    clEnqueueCopyImage(cl_queue, from, to, origin, origin, region, 0, NULL, NULL); // expect: region-overflow object=image result=-30
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    cl_end();
    return 0;
}
