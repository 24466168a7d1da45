// options: --deep
#include "cl_world.h"

static const char source[] =
    "kernel void stops(global int *in, global int *out)\n"
    "{\n"
    "    if (!in[get_global_id(0)])\n"
    "        __builtin_trap();\n"
    "    out[get_global_id(0)] = 1;\n"
    "}\n";

/* The kernel stops itself. */
int main(void)
{
    struct cl_in_out world = cl_in_out_begin(source, "stops");
    size_t items = 4, group = 4;
    clEnqueueNDRangeKernel(cl_queue, world.kernel, 1, NULL, &items, &group, 0, NULL, NULL); // expect: kernel-trap says=executed_a_trap
    cl_in_out_end(&world);
    return 0;
}
