// options: --deep
#include "cl_world.h"

static const char source[] =
    "kernel void waits(global int *in, global int *out)\n"
    "{\n"
    "    event_t copy = 0;\n"
    "    wait_group_events(1, &copy);\n"
    "    out[get_global_id(0)] = in[get_global_id(0)];\n"
    "}\n";

/* The kernel waits for an event that no copy has returned. */
int main(void)
{
    struct cl_in_out world = cl_in_out_begin(source, "waits");
    size_t items = 4, group = 4;
    clEnqueueNDRangeKernel(cl_queue, world.kernel, 1, NULL, &items, &group, 0, NULL, NULL); // expect: never-signalled says=no_copy_of_its_work-group
    cl_in_out_end(&world);
    return 0;
}
