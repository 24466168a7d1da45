#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_command_queue queue = cl_new_queue(0); // site: created
    clReleaseCommandQueue(queue); // site: destroyed
    clReleaseCommandQueue(queue); // expect: double-destroy arg=command_queue object=queue contained=1
    cl_end();
    return 0;
}
