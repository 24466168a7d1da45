// light: too
#include "vk_world.h"

int main(void)
{
    void *p;
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY); // site: created
    vk_drop_buffer(buffer); // site: destroyed
    vkMapMemory(vk_device, buffer.memory, 0, 4096, 0, &p); // expect: destroyed-handle arg=memory object=memory
    _Exit(0);
}
