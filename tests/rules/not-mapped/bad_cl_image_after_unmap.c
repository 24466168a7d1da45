#include "cl_world.h"

enum { SIDE = 256 };

int main(void)
{
    size_t origin[3] = {0, 0, 0}, region[3] = {SIDE, SIDE, 1}, pitch;
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE); // site: created
    unsigned char *p = clEnqueueMapImage(cl_queue, image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, origin, region, &pitch, NULL, 0, NULL, NULL, &cl_status);
    memset(p, 7, pitch * SIDE);
    clEnqueueUnmapMemObject(cl_queue, image, p, 0, NULL, NULL); // site: related
    int pixel = p[100 * pitch]; // expect: not-mapped object=image
    (void)pixel;
    clReleaseMemObject(image);
    cl_end();
    return 0;
}
