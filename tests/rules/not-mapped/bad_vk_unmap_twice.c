// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    vk_map(buffer);
    vkUnmapMemory(vk_device, buffer.memory);
    vkUnmapMemory(vk_device, buffer.memory); // expect: not-mapped arg=memory object=memory
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
