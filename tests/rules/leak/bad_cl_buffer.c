#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_buffer(4096); // expect: leak severity=note object=buffer
    cl_end();
    return 0;
}
