#include "cl_world.h"

/* PoCL ends the program with abort() on each of them. */
int main(void)
{
    cl_ulong shared = 0;
    void *list[2], *local[2];
    cl_world();
    clGetDeviceInfo(cl_device, CL_DEVICE_SVM_CAPABILITIES, sizeof shared, &shared, NULL);
    if (!shared)
        return 77;
    list[0] = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 64, 0);
    list[1] = local[0] = clSVMAlloc(cl_ctx, CL_MEM_READ_WRITE, 64, 0);
    local[1] = (char *)list[0] + 16;
    clEnqueueSVMFree(cl_queue, 2, local, NULL, NULL, 0, NULL, NULL); // expect: interior-free arg=svm_pointers says=pointers[1]
    local[1] = local;
    clEnqueueSVMFree(cl_queue, 2, local, NULL, NULL, 0, NULL, NULL); // expect: wrong-free arg=svm_pointers says=pointers[1]
    clSVMFree(cl_ctx, list[1]);
    clEnqueueSVMFree(cl_queue, 2, list, NULL, NULL, 0, NULL, NULL); // expect: double-free arg=svm_pointers says=pointers[1]
    clEnqueueSVMFree(cl_queue, 0x7ffffff0, list, NULL, NULL, 0, NULL, NULL); // expect: host-overrun arg=svm_pointers says=2147483632
    clSVMFree(cl_ctx, list[0]);
    cl_end();
    return 0;
}
