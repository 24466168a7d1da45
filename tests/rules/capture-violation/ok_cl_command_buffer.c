#include "cl_world.h"
#include "cl_commands.h"

int main(void)
{
    cl_int e;
    cl_world();
    find();
    cl_mem from = cl_buffer(4096), to = cl_buffer(4096);
    cl_command_buffer_khr commands = create(1, &cl_queue, NULL, &e);
    copy(commands, NULL, from, to, 0, 0, 4096, 0, NULL, NULL, NULL);
    copy(commands, NULL, to, from, 0, 0, 4096, 0, NULL, NULL, NULL);
    finalize(commands);
    for (int i = 0; i < 3; i++) {
        enqueue(0, NULL, commands, 0, NULL, NULL);
        clFinish(cl_queue);
    }
    release(commands);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    cl_end();
    return 0;
}
