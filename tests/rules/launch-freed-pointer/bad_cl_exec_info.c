#include "cl_world.h"
#include "cl_list.h"

/* A kernel finds its data through a pointer in shared memory; what that leads to is freed before the launch. */
int main(void)
{
    cl_world();
    make_list();
    float *data = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 4096, 0); // site: created
    lead_to(data);
    cl_run(cl_queue, kernel, 1);
    clFinish(cl_queue);
    clSVMFree(cl_ctx, data); // site: destroyed
    cl_run(cl_queue, kernel, 1); // expect: launch-freed-pointer object=svm-memory
    drop_list();
    cl_end();
    return 0;
}
