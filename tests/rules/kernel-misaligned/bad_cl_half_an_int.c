// options: --deep
#include "cl_world.h"

static const char source[] =
    "kernel void unaligned(global int *in, global int *out)\n"
    "{\n"
    "    global char *bytes = (global char *)in + 2;\n"
    "    global int *middle = (global int *)bytes;\n"
    "    out[get_global_id(0)] = middle[get_global_id(0)];\n"
    "}\n";

/* An int that begins in the middle of another one. */
int main(void)
{
    struct cl_in_out world = cl_in_out_begin(source, "unaligned");
    size_t items = 4, group = 4;
    clEnqueueNDRangeKernel(cl_queue, world.kernel, 1, NULL, &items, &group, 0, NULL, NULL); // expect: kernel-misaligned says=line_5_of_the_program
    cl_in_out_end(&world);
    return 0;
}
