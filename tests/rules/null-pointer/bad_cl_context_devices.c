#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_context c = clCreateContext(NULL, 1, NULL, NULL, NULL, NULL); // expect: null-pointer arg=devices accepted=warning
    if (c) clReleaseContext(c);
    cl_end();
    return 0;
}
