// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY); // site: created
    vkDestroyBuffer(vk_device, buffer.buffer, NULL);
    vkFreeMemory(vk_device, buffer.memory, NULL); // site: destroyed
    vkFreeMemory(vk_device, buffer.memory, NULL); // expect: double-destroy arg=memory object=memory
    vk_end();
    return 0;
}
