#include "cl_world.h"
#include "cl_commands.h"

int main(void)
{
    cl_int e;
    cl_world();
    find();
    cl_mem from = cl_buffer(4096), to = cl_buffer(4096);
    cl_command_buffer_khr commands = create(1, &cl_queue, NULL, &e); // site: created
    copy(commands, NULL, from, to, 0, 0, 4096, 0, NULL, NULL, NULL);
    finalize(commands);
    cl_event start = clCreateUserEvent(cl_ctx, &e);
    enqueue(0, NULL, commands, 1, &start, NULL);
    enqueue(0, NULL, commands, 0, NULL, NULL); // expect: in-use-by-queue arg=command_buffer object=command-buffer accepted=none
    clSetUserEventStatus(start, CL_COMPLETE);
    clFinish(cl_queue);
    clReleaseEvent(start);
    release(commands);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    cl_end();
    return 0;
}
