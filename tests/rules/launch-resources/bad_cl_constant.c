#include "cl_world.h"
#include "cl_table.h"

/* A table in constant memory that is larger than the device's. */
int main(void)
{
    cl_world();
    cl_mem table = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY, most_constant() + 4096, NULL, &cl_status), out = cl_buffer(4096); // site: created
    cl_kernel kernel = look_into(table, out);
    cl_run(cl_queue, kernel, 1024); // expect: launch-resources severity=warning object=buffer
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(table);
    clReleaseMemObject(out);
    cl_end();
    return 0;
}
