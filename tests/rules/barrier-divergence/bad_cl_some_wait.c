// options: --deep
#include "cl_world.h"

static const char source[] =
    "kernel void some(global int *in, global int *out)\n"
    "{\n"
    "    if (get_local_id(0) != 3)\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    out[get_global_id(0)] = in[get_global_id(0)];\n"
    "}\n";

/* One work-item of the group does not come to the barrier. */
int main(void)
{
    struct cl_in_out world = cl_in_out_begin(source, "some");
    size_t items = 4, group = 4;
    clEnqueueNDRangeKernel(cl_queue, world.kernel, 1, NULL, &items, &group, 0, NULL, NULL); // expect: barrier-divergence says=Only_3_out_of_4
    cl_in_out_end(&world);
    return 0;
}
