#include "cl_world.h"

/* Parts of OpenCL that PoCL and NVIDIA's driver do not have.  A wrong argument goes first. */
static void nothing(cl_program program, void *user) {}

int main(void)
{
    cl_uint pipes = 0;
    cl_int e, value = 1;
    cl_world();
    clGetDeviceInfo(cl_device, CL_DEVICE_PIPE_SUPPORT, sizeof pipes, &pipes, NULL);
    if (pipes)
        return 77;
    clCreatePipe(cl_ctx, 0, 4, 16, NULL, &e);                   // expect: bad-device result=-59 accepted=none says=does_not_support_pipes
    clCreatePipe(cl_ctx, 0, 0, 16, NULL, &e);                   // expect: bad-size arg=pipe_packet_size accepted=none
    clSetDefaultDeviceCommandQueue(cl_ctx, cl_device, cl_queue); // expect: bad-device result=-59 accepted=none says=queues_on_the_device
    clSetDefaultDeviceCommandQueue(cl_ctx, NULL, cl_queue);     // expect: null-handle arg=device accepted=none
    cl_program program = cl_built(SCALE);
    clSetProgramReleaseCallback(program, nothing, NULL);        // expect: bad-device result=-59 accepted=none says=destructors_of_programs
    clSetProgramSpecializationConstant(program, 0, 4, &value);  // expect-soft: wrong-type-handle arg=program accepted=none says=intermediate_language // expect-real: bad-device result=-59 says=intermediate_language
    clSetProgramSpecializationConstant(program, 0, 0, &value);  // expect: bad-size arg=spec_size accepted=none
    clReleaseProgram(program);
    cl_end();
    return 0;
}
