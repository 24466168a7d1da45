#include "cl_world.h"

/* Where the row pitch of the mapped image goes must be given. */
int main(void)
{
    cl_int e;
    size_t origin[3] = {0, 0, 0}, region[3] = {64, 64, 1};
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 64, 64);
    clEnqueueMapImage(cl_queue, image, CL_TRUE, CL_MAP_READ, origin, region, NULL, NULL, 0, NULL, NULL, &e); // expect: null-pointer arg=image_row_pitch result=-30 accepted=warning
    clReleaseMemObject(image);
    cl_end();
    return 0;
}
