#include "cl_world.h"

static char data[1024];

/* The call for buffers, with an image. */
int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 16, 16); // site: created
    clEnqueueWriteBuffer(cl_queue, image, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL); // expect: wrong-type-handle arg=buffer object=image
    clReleaseMemObject(image);
    cl_end();
    return 0;
}
