// exit: 0
// soft only: on a GPU nothing is known of where a map ends
#include "cl_world.h"

/* One element more than was mapped. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    volatile float *p = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, 4096, 0, NULL, NULL, &cl_status);
    for (int i = 0; i <= 1024; i++)
        p[i] = 1; // expect: host-overrun says=0_bytes_after
    clEnqueueUnmapMemObject(cl_queue, buffer, (void *)p, 0, NULL, NULL);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
