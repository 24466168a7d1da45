#include "cl_world.h"

static char pixels[8 * 8 * 4 * 2];

/* Two layers from the last one on: the driver's thread crashes while the call waits for it. */
int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY, .image_width = 8, .image_height = 8, .image_array_size = 4};
    cl_mem image = clCreateImage(cl_ctx, CL_MEM_READ_WRITE, &format, &desc, NULL, &cl_status); // site: created
    size_t origin[3] = {0, 0, 3}, region[3] = {8, 8, 2};
    clEnqueueWriteImage(cl_queue, image, CL_TRUE, origin, region, 0, 0, pixels, 0, NULL, NULL); // expect: region-overflow arg=region object=image
    clReleaseMemObject(image);
    cl_end();
    return 0;
}
