#include "cl_world.h"
#include "cl_list.h"

/* The list that leads to shared memory is changed before what it led to is freed. */
int main(void)
{
    cl_world();
    make_list();
    float *data = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0);
    lead_to(data);
    cl_run(cl_queue, kernel, 1);
    clFinish(cl_queue);
    float *other = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0);
    lead_to(other);
    clSVMFree(cl_ctx, data);
    cl_run(cl_queue, kernel, 1);
    clFinish(cl_queue);
    clSVMFree(cl_ctx, other);
    drop_list();
    cl_end();
    return 0;
}
