#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    clCreateBuffer(cl_ctx, CL_MEM_USE_HOST_PTR, 4096, NULL, &e); // expect: null-pointer arg=host_ptr result=-37
    cl_end();
    return 0;
}
