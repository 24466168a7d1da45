// options: --deep
#include "cl_world.h"

static const char source[] =
    "kernel void tiles(global int *in, global int *out)\n"
    "{\n"
    "    local int tile[8];\n"
    "    event_t copy = async_work_group_copy(tile, in, 4, 0);\n"
    "    copy = async_work_group_copy(tile + 4, in + 4, 4, copy);\n"
    "    wait_group_events(1, &copy);\n"
    "    out[get_global_id(0)] = tile[get_local_id(0)] + tile[get_local_id(0) + 4];\n"
    "}\n";

/* Two copies under one event, waited for before the tile is used. */
int main(void)
{
    struct cl_in_out world = cl_in_out_begin(source, "tiles");
    size_t items = 4, group = 4;
    clEnqueueNDRangeKernel(cl_queue, world.kernel, 1, NULL, &items, &group, 0, NULL, NULL);
    cl_in_out_end(&world);
    return 0;
}
