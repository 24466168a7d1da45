// options: --deep
#include "cl_world.h"

static const char source[] =
    "kernel void all(global int *in, global int *out)\n"
    "{\n"
    "    volatile int part[4] = { 1, 2, 3, 4 };\n"
    "    int sum = in[get_global_id(0)];\n"
    "    for (volatile int *at = part; at != part + 4; at++)\n"
    "        sum += *at;\n"
    "    out[get_global_id(0)] = sum + (int)(&part[4] - part);\n"
    "}\n";

/* The address behind the last element is only compared with. */
int main(void)
{
    struct cl_in_out world = cl_in_out_begin(source, "all");
    size_t items = 4, group = 4;
    clEnqueueNDRangeKernel(cl_queue, world.kernel, 1, NULL, &items, &group, 0, NULL, NULL);
    cl_in_out_end(&world);
    return 0;
}
