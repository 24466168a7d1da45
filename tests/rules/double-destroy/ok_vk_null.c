#include "vk_world.h"

/* Destroying nothing is legal. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    vk_drop_buffer(buffer);
    vkDestroyBuffer(vk_device, VK_NULL_HANDLE, NULL);
    vkFreeMemory(vk_device, VK_NULL_HANDLE, NULL);
    vkDestroyFence(vk_device, VK_NULL_HANDLE, NULL);
    vk_end();
    return 0;
}
