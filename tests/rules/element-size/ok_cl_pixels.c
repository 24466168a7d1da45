#include "cl_world.h"

enum { SIDE = 64 };

/* Pixels that are pixels: opaque, half transparent, empty, noise, packed numbers; and floats where floats belong. */
int main(void)
{
    static unsigned words[SIDE * SIDE];
    size_t origin[3] = {0, 0, 0}, region[3] = {SIDE, SIDE, 1};
    cl_int e = 0;
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem floats = cl_image(CL_MEM_READ_WRITE, CL_R, CL_FLOAT, SIDE, SIDE);
    for (int kind = 0; kind < 6; kind++) {
        cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, kind % 2 ? CL_UNORM_INT8 : CL_UNSIGNED_INT8, SIDE, SIDE);
        unsigned noise = 1;
        for (unsigned i = 0; i < SIDE * SIDE; i++) {
            unsigned rgb = (i % SIDE * 4) | (i / SIDE * 4) << 8 | (i & 255) << 16;
            noise = noise * 1664525 + 1013904223;
            words[i] = kind == 0 ? rgb | 0xff000000 : kind == 1 ? rgb | 0x3f000000 : kind == 2 ? 0 : kind == 3 ? noise : kind == 4 ? i : rgb | (i % SIDE * 4) << 24;
        }
        e |= clEnqueueWriteImage(cl_queue, image, CL_TRUE, origin, region, 0, 0, words, 0, NULL, NULL);
        clReleaseMemObject(image);
    }
    for (int i = 0; i < SIDE * SIDE; i++)
        ((float *)words)[i] = i / 4096.0f;
    e |= clEnqueueWriteImage(cl_queue, floats, CL_TRUE, origin, region, 0, 0, words, 0, NULL, NULL);
    clReleaseMemObject(floats);
    cl_end();
    return e;
}
