#include "cl_world.h"

int main(void)
{
    cl_world();
    int x = 1;
    clEnqueueNativeKernel(cl_queue, NULL, &x, sizeof x, 0, NULL, NULL, 0, NULL, NULL); // expect: null-pointer arg=user_func accepted=warning
    clFinish(cl_queue);
    cl_end();
    return 0;
}
