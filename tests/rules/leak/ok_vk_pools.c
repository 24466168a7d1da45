#include "vk_world.h"

/* Pools take their command buffers and sets along. */
int main(void)
{
    vk_world();
    struct vk_compute compute = VK_COMPUTE(double, 1);
    vk_new_commands();
    vk_new_commands();
    vk_drop_compute(&compute);
    vk_end();
    return 0;
}
