#include "cl_world.h"

static char data[4096];

int main(void)
{
    cl_int e = 0, made;
    cl_buffer_region part = {4096, 4096};
    size_t origin[3] = {0, 0, 0}, region[3] = {32, 32, 1};
    cl_world();
    cl_mem buffer = cl_buffer(8192);
    cl_mem sub = clCreateSubBuffer(buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &part, &made);
    e |= clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 4096, 4096, data, 0, NULL, NULL);
    e |= clEnqueueReadBuffer(cl_queue, sub, CL_TRUE, 1, 4095, data, 0, NULL, NULL);
    e |= clEnqueueCopyBuffer(cl_queue, buffer, buffer, 0, 4096, 4096, 0, NULL, NULL);
    if (cl_device_size(CL_DEVICE_IMAGE_SUPPORT)) {
        cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 32, 32);
        e |= clEnqueueCopyBufferToImage(cl_queue, buffer, image, 4096, origin, region, 0, NULL, NULL);
        clFinish(cl_queue);
        clReleaseMemObject(image);
    }
    clFinish(cl_queue);
    clReleaseMemObject(sub);
    clReleaseMemObject(buffer);
    cl_end();
    return e || made;
}
