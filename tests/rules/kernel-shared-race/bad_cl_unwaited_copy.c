// options: --deep
#include "cl_world.h"

static const char source[] =
    "kernel void tiles(global int *in, global int *out)\n"
    "{\n"
    "    local int tile[4];\n"
    "    event_t copy = async_work_group_copy(tile, in, 4, 0);\n"
    "    out[get_global_id(0)] = (int)get_local_id(0);\n"
    "}\n";

/* The copy into the tile is never waited for. */
int main(void)
{
    struct cl_in_out world = cl_in_out_begin(source, "tiles");
    size_t items = 4, group = 4;
    clEnqueueNDRangeKernel(cl_queue, world.kernel, 1, NULL, &items, &group, 0, NULL, NULL); // expect: kernel-shared-race says=may_still_be_copying
    cl_in_out_end(&world);
    return 0;
}
