#include "cl_world.h"

/* What is not there is not called. */
typedef cl_int (*finish_fn)(cl_command_queue, cl_uint);

int main(void)
{
    cl_world();
    finish_fn finish = (finish_fn)clGetExtensionFunctionAddressForPlatform(cl_platform, "clFinishSoonXYZ");
    if (finish)
        finish(cl_queue, 1);
    else
        clFinish(cl_queue);
    cl_end();
    return 0;
}
