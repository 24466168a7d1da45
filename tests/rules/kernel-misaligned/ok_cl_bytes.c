// options: --deep
#include "cl_world.h"

static const char source[] =
    "kernel void anywhere(global int *in, global int *out)\n"
    "{\n"
    "    global uchar *bytes = (global uchar *)in + 2;\n"
    "    out[get_global_id(0)] = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24;\n"
    "    out[get_global_id(0)] += *(global int *)(bytes + 2);\n"
    "}\n";

/* Bytes are put together where an int does not lie right, and read at once where it does. */
int main(void)
{
    struct cl_in_out world = cl_in_out_begin(source, "anywhere");
    size_t items = 4, group = 4;
    clEnqueueNDRangeKernel(cl_queue, world.kernel, 1, NULL, &items, &group, 0, NULL, NULL);
    cl_in_out_end(&world);
    return 0;
}
