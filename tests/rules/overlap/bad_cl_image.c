#include "cl_world.h"

int main(void)
{
    size_t from[3] = {0, 0, 0}, to[3] = {8, 8, 0}, region[3] = {32, 32, 1};
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 64, 64); // site: created
    clEnqueueCopyImage(cl_queue, image, image, from, to, region, 0, NULL, NULL); // expect: overlap object=image result=-8
    clReleaseMemObject(image);
    cl_end();
    return 0;
}
