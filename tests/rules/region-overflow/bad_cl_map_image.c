#include "cl_world.h"

/* A region for bytes: four times as wide as the image is in pixels. */
int main(void)
{
    cl_int e;
    size_t origin[3] = {0, 0, 0}, region[3] = {64 * 4, 64, 1}, pitch;
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 64, 64); // site: created
    clEnqueueMapImage(cl_queue, image, CL_TRUE, CL_MAP_WRITE, origin, region, &pitch, NULL, 0, NULL, NULL, &e); // expect: region-overflow arg=region object=image result=-30
    clReleaseMemObject(image);
    cl_end();
    return 0;
}
