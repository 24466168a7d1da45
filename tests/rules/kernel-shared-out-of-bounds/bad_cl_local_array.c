// options: --deep
#include "cl_world.h"

static const char source[] =
    "kernel void shift(global int *in, global int *out)\n"
    "{\n"
    "    local int tile[4];\n"
    "    size_t i = get_local_id(0);\n"
    "    tile[i + 1] = in[get_global_id(0)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    out[get_global_id(0)] = i ? tile[i] : 0;\n"
    "}\n";

/* The last work-item writes behind the tile. */
int main(void)
{
    struct cl_in_out world = cl_in_out_begin(source, "shift");
    size_t items = 4, group = 4;
    clEnqueueNDRangeKernel(cl_queue, world.kernel, 1, NULL, &items, &group, 0, NULL, NULL); // expect: kernel-shared-out-of-bounds says=line_5_of_the_program
    cl_in_out_end(&world);
    return 0;
}
