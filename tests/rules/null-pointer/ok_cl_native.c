#include "cl_world.h"

static void CL_CALLBACK work(void *arguments) { *(int **)arguments += 0; }

int main(void)
{
    int x = 1, *pointer = &x;
    cl_device_exec_capabilities can = 0;
    cl_world();
    clGetDeviceInfo(cl_device, CL_DEVICE_EXECUTION_CAPABILITIES, sizeof can, &can, NULL);
    if (!(can & CL_EXEC_NATIVE_KERNEL))
        return 77;
    clEnqueueNativeKernel(cl_queue, work, &pointer, sizeof pointer, 0, NULL, NULL, 0, NULL, NULL);
    clFinish(cl_queue);
    cl_end();
    return 0;
}
