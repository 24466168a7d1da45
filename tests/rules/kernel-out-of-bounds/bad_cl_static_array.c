// options: --deep
#include "cl_world.h"

static const char source[] =
    "struct pair { int before; int part[4]; int after; };\n"
    "kernel void last(global int *in, global int *out)\n"
    "{\n"
    "    volatile struct pair pair = { 0, { 1, 2, 3, 4 }, 5 };\n"
    "    pair.part[in[get_global_id(0)] + 4] = 7;\n"
    "    out[get_global_id(0)] = pair.after;\n"
    "}\n";

/* An array of four elements gets the fifth. */
int main(void)
{
    struct cl_in_out world = cl_in_out_begin(source, "last");
    size_t items = 4, group = 4;
    clEnqueueNDRangeKernel(cl_queue, world.kernel, 1, NULL, &items, &group, 0, NULL, NULL); // expect: kernel-out-of-bounds says=array_size_(4)
    cl_in_out_end(&world);
    return 0;
}
