#include "cl_world.h"

/* The program is ready for an image that is too large, not for a format that the device does not
 * have. */
// refused: the creation has to fail
int main(void)
{
    cl_int status;
    cl_image_format format = { CL_INTENSITY, CL_FLOAT };
    cl_image_desc shape = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4 };
    cl_world();
    cl_mem image = clCreateImage(cl_ctx, CL_MEM_READ_WRITE, &format, &shape, NULL, &status); // expect: bad-format severity=error
    if (status == CL_INVALID_IMAGE_SIZE)
        printf("too large\n");
    if (image)
        clReleaseMemObject(image);
    cl_end();
    return 0;
}
