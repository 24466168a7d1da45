#include "cl_world.h"

/* A view of a buffer as an image, on a device without cl_khr_image2d_from_buffer. */
int main(void)
{
    static char extensions[8192];
    cl_int e;
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    clGetDeviceInfo(cl_device, CL_DEVICE_EXTENSIONS, sizeof extensions - 1, extensions, NULL);
    if (strstr(extensions, "cl_khr_image2d_from_buffer"))
        return 77;
    cl_mem buffer = cl_buffer(64 * 64 * 4);
    cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 64, .image_height = 64, .image_row_pitch = 256, .buffer = buffer };
    clCreateImage(cl_ctx, CL_MEM_READ_ONLY, &format, &desc, NULL, &e); // expect: bad-device result=-59 accepted=none says=does_not_support_images_over_buffers
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
