#include "vk_world.h"

int main(void)
{
    vk_world();
    VkDevice first = vk_device;
    vk_device = vk_new_device();
    struct vk_buffer other = vk_make_buffer(4096, VK_COPY);
    memset(vk_map(other), 1, 4096);
    vkUnmapMemory(vk_device, other.memory);
    vk_drop_buffer(other);
    vkDestroyDevice(vk_device, NULL);
    vk_device = first;
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, 4096, 7);
    vk_run(cmd);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
