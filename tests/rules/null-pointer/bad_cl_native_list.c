#include "cl_world.h"

static void CL_CALLBACK work(void *a) { (void)a; }

int main(void)
{
    cl_world();
    if (!(cl_device_size(CL_DEVICE_EXECUTION_CAPABILITIES) & CL_EXEC_NATIVE_KERNEL))
        return 77;
    int x = 1;
    clEnqueueNativeKernel(cl_queue, work, &x, sizeof x, 1, NULL, NULL, 0, NULL, NULL); // expect: null-pointer arg=mem_list accepted=warning
    clFinish(cl_queue);
    cl_end();
    return 0;
}
