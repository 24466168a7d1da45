#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY); // site: created
    struct vk_compute compute = VK_COMPUTE(double, 1);
    vk_point(&compute, 0, buffer.buffer); // expect: usage-flags object=buffer
    vk_drop_compute(&compute);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
