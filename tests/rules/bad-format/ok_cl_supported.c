#include "cl_world.h"

/* Every format that the device lists for 2D images can be made. */
int main(void)
{
    static cl_image_format formats[256];
    cl_uint count = 0;
    int bad = 0;
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    clGetSupportedImageFormats(cl_ctx, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 256, formats, &count);
    for (cl_uint i = 0; i < count && i < 256; i++) {
        cl_mem image = cl_image(CL_MEM_READ_ONLY, formats[i].image_channel_order, formats[i].image_channel_data_type, 16, 16);
        bad |= !image;
        if (image)
            clReleaseMemObject(image);
    }
    cl_end();
    return bad;
}
