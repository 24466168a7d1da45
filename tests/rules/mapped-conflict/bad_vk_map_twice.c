// light: too
#include "vk_world.h"

int main(void)
{
    void *p, *q;
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    vkMapMemory(vk_device, buffer.memory, 0, 4096, 0, &p); // site: related
    vkMapMemory(vk_device, buffer.memory, 0, 4096, 0, &q); // expect: mapped-conflict arg=memory object=memory
    vkUnmapMemory(vk_device, buffer.memory);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
