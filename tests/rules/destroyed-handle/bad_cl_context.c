#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    cl_context other = cl_new_context(); // site: created
    clReleaseContext(other); // site: destroyed
    clCreateBuffer(other, CL_MEM_READ_WRITE, 4096, NULL, &e); // expect: destroyed-handle arg=context object=context contained=1 result=-34
    cl_end();
    return 0;
}
