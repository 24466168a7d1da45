#include "cl_world.h"

/* No driver has it: the platform gives NULL. */
typedef cl_int (*finish_fn)(cl_command_queue, cl_uint);

int main(void)
{
    cl_world();
    finish_fn finish = (finish_fn)clGetExtensionFunctionAddressForPlatform(cl_platform, "clFinishSoonXYZ"); // expect: symbol-not-found arg=func_name api=clGetExtensionFunctionAddressForPlatform
    finish(cl_queue, 1); // site: related
    cl_end();
    return 0;
}
