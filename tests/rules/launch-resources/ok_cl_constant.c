#include "cl_world.h"
#include "cl_table.h"

/* As much as fits. */
int main(void)
{
    cl_world();
    cl_mem table = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY, most_constant(), NULL, &cl_status), out = cl_buffer(4096);
    cl_kernel kernel = look_into(table, out);
    cl_run(cl_queue, kernel, 1024);
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(table);
    clReleaseMemObject(out);
    cl_end();
    return 0;
}
