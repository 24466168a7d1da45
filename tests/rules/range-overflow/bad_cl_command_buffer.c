#include "cl_world.h"
#include "cl_commands.h"

int main(void)
{
    cl_int e;
    cl_world();
    find();
    cl_mem from = cl_buffer(4096), to = cl_buffer(4096);
    cl_command_buffer_khr commands = create(1, &cl_queue, NULL, &e);
    copy(commands, NULL, from, to, 0, 2048, 4096, 0, NULL, NULL, NULL); // expect: range-overflow object=buffer
    release(commands);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    cl_end();
    return 0;
}
