#include "cl_world.h"

/* Width and height are swapped. */
int main(void)
{
    cl_uint4 colour = {{1, 2, 3, 4}};
    size_t origin[3] = {0, 0, 0}, region[3] = {32, 64, 1};
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 64, 32); // site: created
    clEnqueueFillImage(cl_queue, image, &colour, origin, region, 0, NULL, NULL); // expect: region-overflow arg=region object=image result=-30
    clReleaseMemObject(image);
    cl_end();
    return 0;
}
