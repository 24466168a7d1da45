#include "vk_world.h"

int main(void)
{
    VkBuffer buffer;
    VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 4096};
    vk_world();
    if (vkCreateBuffer(vk_device, &info, NULL, &buffer) == VK_SUCCESS) // expect: bad-flags arg=pCreateInfo->usage
        vkDestroyBuffer(vk_device, buffer, NULL);
    vk_end();
    return 0;
}
