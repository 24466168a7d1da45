#include "cl_world.h"

static void CL_CALLBACK work(void *a) { (void)a; }

/* Lists that are missing, or that have a hole.  Drivers may crash on the last one.  NVIDIA's has no native kernels. */
int main(void)
{
    cl_int e, status;
    cl_world();
    cl_need(CL_DEVICE_SVM_CAPABILITIES);
    size_t length = 16;
    const unsigned char *binaries[1] = { NULL };
    const char *text = SCALE;
    const void *nothing[1] = { NULL };
    int value = 0;
    cl_mem buffer = cl_buffer(64);
    cl_program program = clCreateProgramWithSource(cl_ctx, 1, &text, NULL, &e), header = clCreateProgramWithSource(cl_ctx, 1, &text, NULL, &e);
    clCreateProgramWithBinary(cl_ctx, 1, &cl_device, &length, binaries, &status, &e);               // expect: null-pointer arg=binaries accepted=warning
    clEnqueueSVMFree(cl_queue, 1, NULL, NULL, NULL, 0, NULL, NULL);                                 // expect: null-pointer arg=svm_pointers accepted=none
    clEnqueueSVMMigrateMem(cl_queue, 1, nothing, NULL, 0, 0, NULL, NULL);                           // expect: null-pointer arg=svm_pointers accepted=none
    if (cl_device_size(CL_DEVICE_EXECUTION_CAPABILITIES) & CL_EXEC_NATIVE_KERNEL)
        clEnqueueNativeKernel(cl_queue, work, &value, sizeof value, 1, &buffer, NULL, 0, NULL, NULL); // expect-soft: null-pointer arg=args_mem_loc accepted=none
    clCompileProgram(program, 1, &cl_device, "", 1, &header, NULL, NULL, NULL);                     // expect-soft: null-pointer arg=header_include_names says=header_include_names_is_NULL // expect-real: null-pointer arg=header_include_names
    return 0;
}
