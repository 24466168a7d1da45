#include "cl_world.h"

static void CL_CALLBACK drop(cl_command_queue queue, cl_uint count, void *list[], void *user)
{
    for (cl_uint i = 0; i < count; i++)
        free(list[i]);
}

/* The queue frees shared memory, or a function of the program's whatever it wants. */
int main(void)
{
    cl_ulong shared = 0;
    cl_world();
    clGetDeviceInfo(cl_device, CL_DEVICE_SVM_CAPABILITIES, sizeof shared, &shared, NULL);
    if (!shared)
        return 77;
    void *list[2] = { clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 64, 0), clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 64, 0) };
    void *own[1] = { malloc(64) };
    const void *moved[1] = { list[0] };
    clEnqueueSVMMigrateMem(cl_queue, 1, moved, NULL, 0, 0, NULL, NULL);
    clEnqueueSVMFree(cl_queue, 2, list, NULL, NULL, 0, NULL, NULL);
    clEnqueueSVMFree(cl_queue, 1, own, drop, NULL, 0, NULL, NULL);
    cl_end();
    return 0;
}
