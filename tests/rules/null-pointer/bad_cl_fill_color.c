#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem i = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 8, 8);
    size_t o[3] = { 0, 0, 0 }, r[3] = { 8, 8, 1 };
    clEnqueueFillImage(cl_queue, i, NULL, o, r, 0, NULL, NULL); // expect: null-pointer arg=fill_color accepted=none
    clFinish(cl_queue);
    clReleaseMemObject(i);
    cl_end();
    return 0;
}
