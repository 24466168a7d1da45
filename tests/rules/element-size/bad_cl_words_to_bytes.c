#include "cl_world.h"

enum { SIDE = 128 };

/* Numbers of 12 bits, as cameras make them, in words of 16 for an image of bytes: with the pitch of the words, and without any. */
int main(void)
{
    size_t origin[3] = { 0, 0, 0 }, region[3] = { SIDE, SIDE, 1 };
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_R, CL_UNSIGNED_INT8, SIDE, SIDE),
           other = cl_image(CL_MEM_READ_WRITE, CL_R, CL_UNORM_INT8, SIDE, SIDE);
    unsigned short *pixels = malloc(SIDE * SIDE * sizeof *pixels);
    for (int i = 0; i < SIDE * SIDE; i++)
        pixels[i] = (unsigned short)(i * 37 % 4096);
    clEnqueueWriteImage(cl_queue, image, CL_TRUE, origin, region, SIDE * sizeof *pixels, 0, pixels, 0, NULL, NULL); // expect: element-size severity=warning arg=ptr object=image says=holds_numbers_of_16_bits
    clEnqueueWriteImage(cl_queue, other, CL_TRUE, origin, region, 0, 0, pixels, 0, NULL, NULL); // expect: element-size severity=warning arg=ptr object=image says=of_which_only_the_first_16384_are_copied
    clReleaseMemObject(image);
    clReleaseMemObject(other);
    cl_end();
    free(pixels);
    return 0;
}
