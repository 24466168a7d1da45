#include "cl_world.h"

static char data[64 * 64 * 4];

/* CL_MEM_READ_ONLY is about kernels: the host may write. */
int main(void)
{
    size_t origin[3] = {0, 0, 0}, region[3] = {64, 64, 1};
    cl_int e = 0, made;
    cl_world();
    cl_mem in = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY, sizeof data, NULL, &made);
    cl_mem out = clCreateBuffer(cl_ctx, CL_MEM_WRITE_ONLY | CL_MEM_HOST_READ_ONLY, sizeof data, NULL, &made);
    e |= clEnqueueWriteBuffer(cl_queue, in, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
    e |= clEnqueueCopyBuffer(cl_queue, in, out, 0, 0, sizeof data, 0, NULL, NULL);
    e |= clEnqueueReadBuffer(cl_queue, out, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
    if (cl_device_size(CL_DEVICE_IMAGE_SUPPORT)) {
        cl_mem image = cl_image(CL_MEM_READ_ONLY, CL_RGBA, CL_UNSIGNED_INT8, 64, 64);
        e |= clEnqueueWriteImage(cl_queue, image, CL_TRUE, origin, region, 0, 0, data, 0, NULL, NULL);
        clReleaseMemObject(image);
    }
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    cl_end();
    return e;
}
