#include "cl_world.h"

int main(void)
{
    cl_world();
    clWaitForEvents(0, NULL); // expect: bad-size arg=num_events accepted=none
    cl_end();
    return 0;
}
