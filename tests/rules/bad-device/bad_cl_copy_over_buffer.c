#include "cl_world.h"

/* Right by the specification; PoCL refuses the images. */
int main(void)
{
    size_t zero[3] = { 0 }, region[3] = { 64, 1, 1 };
    cl_int e;
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem buffer = cl_buffer(64 * 4), other = cl_buffer(64 * 4);
    cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 64, .buffer = buffer };
    cl_mem from = clCreateImage(cl_ctx, CL_MEM_READ_WRITE, &format, &desc, NULL, &e);
    desc.buffer = other;
    cl_mem to = clCreateImage(cl_ctx, CL_MEM_READ_WRITE, &format, &desc, NULL, &e);
    clEnqueueCopyImage(cl_queue, from, to, zero, zero, region, 0, NULL, NULL); // expect: bad-device object=image result=-38 accepted=none says=over_a_buffer
    clFinish(cl_queue);
    clReleaseMemObject(to);
    clReleaseMemObject(from);
    clReleaseMemObject(other);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
