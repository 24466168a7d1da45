// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY); // site: created
    vkDestroyBuffer(vk_device, buffer.buffer, NULL); // site: destroyed
    vkDestroyBuffer(vk_device, buffer.buffer, NULL); // expect: double-destroy arg=buffer object=buffer
    vkFreeMemory(vk_device, buffer.memory, NULL);
    vk_end();
    return 0;
}
