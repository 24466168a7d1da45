#include "cl_world.h"

/* A queue that was never made: the loader crashes on it. */
int main(void)
{
    static char zeros[1024];
    cl_world();
    clFinish((cl_command_queue)zeros); // expect: unknown-handle arg=command_queue
    return 0;
}
