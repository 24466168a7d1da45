// light: too
#include "vk_world.h"

/* The pointer is used after the memory is gone. */
int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(64 << 20, VK_COPY);
    volatile unsigned *numbers = vk_map(data);
    numbers[4096] = 1;
    vk_drop_buffer(data); // site: destroyed
    numbers[4096] = 2; // expect: not-mapped object=memory state=destroyed
    vk_end();
    return 0;
}
