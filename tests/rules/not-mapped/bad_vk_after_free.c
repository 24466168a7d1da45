// light: too
#include "vk_world.h"

/* Unmapped and freed; the pointer has stayed in a struct. */
int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(64 << 20, VK_COPY);
    volatile unsigned *numbers = vk_map(data);
    numbers[4096] = 1;
    vkUnmapMemory(vk_device, data.memory); // site: related
    vk_drop_buffer(data); // site: destroyed
    numbers[4096] = 2; // expect: not-mapped object=memory state=destroyed says=unmapped
    vk_end();
    return 0;
}
