#include "cl_world.h"
#include "cl_commands.h"

int main(void)
{
    cl_int e;
    cl_world();
    find();
    cl_mem from = cl_buffer(4096), to = cl_buffer(4096);
    cl_command_buffer_khr commands = create(1, &cl_queue, NULL, &e); // site: created
    finalize(commands); // site: related
    copy(commands, NULL, from, to, 0, 0, 4096, 0, NULL, NULL, NULL); // expect: capture-violation arg=command_buffer object=command-buffer
    release(commands);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    cl_end();
    return 0;
}
